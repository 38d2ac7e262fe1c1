"""What the players are asked about in a phase, as everybody may know it."""

from protocol.notes import Arg, Note
from server.games.zargos.state import ZargosState


def about(state: ZargosState) -> Note | None:
    args: dict[str, Arg] = {"people": state.active}
    match state.stage:
        case "winds" | "attack" | "reorganise":
            pass
        case "illusion":
            cards = enumerate(state.played, 1)
            args["cards"] = ", ".join(f"{n} {each.card} {each.target}".strip() for n, each in cards)
        case "defence":
            args["places"] = " ".join(combat.at for combat in state.combats)
        case "draft":
            args = {"blue": len(state.blue), "green": len(state.green)}
        case "offer" | "reply":
            args = {"round": state.round, "most": state.trade}
        case "buy" if state.buying == "turn":
            args["points"] = state.points.get(state.active, 0)
        case "deploy":
            args["left"] = state.to_place.get(state.active, 0)
        case "keep":
            return Note(f"about.keep-{state.why}")
        case _:
            return None
    return Note(f"about.{state.stage}", args)
