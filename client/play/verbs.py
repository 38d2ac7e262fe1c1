"""The verbs that people type for actions, in their own language or in English, with or without accents."""

from functools import cache

from client.play.action import Action, gloss_of
from client.play.desk import Desk
from client.play.performing import actions_for, offered_actions
from client.words import say, without_accents, words
from protocol.messages import Offer
from protocol.texts import DEFAULT


def verb_of(action: str, language: str) -> str:
    return str(words(language).tables["command"][action][0])


def usage_of(action: str, language: str) -> str:
    """The verb with its arguments."""
    verb, wanted, _ = words(language).tables["command"][action]
    return f"{verb} {wanted}".strip()


@cache  # it is asked for every action at every key that is typed
def spellings(action: str, language: str) -> tuple[str, ...]:
    """Every word for this action: in that language and in English, its verb and the other words for it."""
    known = (language, DEFAULT)
    others = (word for each in known for word in words(each).tables["also"].get(action, ()))
    return tuple(without_accents(word) for word in (*(verb_of(action, each) for each in known), *others))


def find_action(desk: Desk, word: str) -> Action | None:
    """The action of that verb, if this person has it. A guest finds those of the host, and is refused."""
    language, wanted = desk.session.language, without_accents(word)
    found = (action for action in actions_for(desk) if wanted in spellings(action.name, language))
    return next(found, None)


def listed(desk: Desk, sign: str = "") -> tuple[tuple[str, str], ...]:
    """Every action that this person has: how it is typed, and what it does."""
    language = desk.session.language
    return tuple(
        (sign + usage_of(action.name, language), gloss_of(action.name, language))
        for action in offered_actions(desk)
    )


def offers_for(desk: Desk, text: str) -> tuple[Offer, ...]:
    """How a command that is being typed may go on: first the verbs that fit, then the arguments."""
    sign = ":" if text.startswith(":") else ""
    word, blank, rest = text.removeprefix(":").partition(" ")
    if not blank:
        return _verbs(desk, sign, word)
    action = find_action(desk, word)
    if action is None or action not in offered_actions(desk):
        return ()
    *before, last = rest.split(" ")
    return tuple(
        Offer(f"{sign}{word} {' '.join((*before, found))}", gloss)
        for found, gloss in action.completes(desk, len(before))
        if found.lower().startswith(last.lower())
    )


def _verbs(desk: Desk, sign: str, word: str) -> tuple[Offer, ...]:
    language, offers = desk.session.language, []
    for action in offered_actions(desk):
        verb, wanted, gloss = words(language).tables["command"][action.name]
        if any(spelling.startswith(without_accents(word)) for spelling in spellings(action.name, language)):
            offers.append(Offer(f"{sign}{verb}", _meaning(wanted, gloss, language)))
    return tuple(offers)


def _meaning(wanted: str, gloss: str, language: str) -> str:
    return say(language, "plain.meaning", word=wanted, text=gloss) if wanted else gloss
