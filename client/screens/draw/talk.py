"""The box with the log and the chat; while a story is told, it has the steps of the story."""

from client.screens.draw.lines import latest
from client.screens.draw.panels import DrawnLines, log_entries, show_chat, title
from client.screens.draw.story import step_lines
from client.screens.scene import STORY, Scene
from client.state.client_state import ClientState


def talk_box(state: ClientState, scene: Scene, width: int, height: int) -> DrawnLines:
    if scene.mode == STORY and scene.story:
        steps = step_lines(scene.story, scene.game_words(state), width, height - 1)
        return DrawnLines((title(scene.say("panel.story"), width), *steps))
    chat = show_chat(state, scene, width, max(2, height // 3)) if state.chat else DrawnLines()
    room = height - 1 - (len(chat.lines) + 1 if chat.lines else 0)
    log = log_entries(state, scene, width, is_short=True)
    lines = [title(scene.say("panel.log"), width), *latest(log, room)]
    if chat.lines:
        lines += [title(scene.say("panel.chat"), width), *chat.lines]
    return DrawnLines(tuple(lines), chat.read_chat)
