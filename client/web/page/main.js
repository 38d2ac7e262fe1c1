// The page: it takes the parts that the server sends, and hands each to what shows it.

import { $, announce, code, h, isTyping, kept, keptHere, learn, notify, t } from "./dom.js";
import { Board, after } from "./board.js";
import { Lobby } from "./lobby.js";
import { Pointing } from "./pointing.js";
import { SheetEditor } from "./sheet.js";
import { StoryReader } from "./story.js";
import { TablePage } from "./table.js";
import { Wall } from "./wall.js";
import { Wire } from "./wire.js";

/** @typedef {import("./types").Model} Model */
/** @typedef {import("./types").Message} Message */

/** @type {Model} */
const model = {
  where: null,
  stage: { code: "", text: "" },
  clock: null,
  seats: [],
  sheets: [],
  sheet: "",
  actions: [],
  rounds: [],
  marks: [],
  legs: [],
  panels: [],
  status: "",
  watchers: "",
  waiting: [],
};
/** @type {import("./board.js").Tokens} */
let tokens = new Map();

/** @type {import("./types").Ask} */
const ask = (what, more) => wire.ask(what, more);
const board = new Board((place) => (story.story ? undefined : pointing.point(place)));
const lobby = new Lobby(ask, replay);
const editor = new SheetEditor(ask);
const pointing = new Pointing(ask, board, editor, drawMarks);
const page = new TablePage(
  ask,
  model,
  (number) => ask("tell", { number }),
  () => editor.input.value.trim() && model.where?.may_write && notify(t("unentered")),
);
const story = new StoryReader(board, storyClosed, (number) => ask("tell", { number }));
const wall = new Wall(ask, () => story.isPlaying);
const wire = new Wire(begin, heard, keepRecord, (how) => {
  document.body.classList.toggle("offline", Boolean(how));
  $("banner").textContent = how ? t(how) : "";
  $("banner").hidden = !how || !t(how);
});

// What the server tells.

function begin() {
  ask("greet", { language: kept.get("language") ?? navigator.language ?? "" });
}

/** @type {Record<string, (part: any) => void>} */
const handlers = {
  words(found) {
    learn(found);
    $("home").replaceChildren("‹ ", t("leave"));
    $("theme").setAttribute("aria-label", t("theme"));
    $("theme").title = t("theme");
    page.build(editor.element, story.element);
    comeBack();
  },
  languages(found) {
    document.documentElement.lang = found.now;
    const options = found.all.map((/** @type {string} */ each) => h("option", { value: each, text: each }));
    $("language").replaceChildren(...options);
    $("language").value = found.now;
    $("language").setAttribute("aria-label", t("language"));
  },
  fingerprint(found) {
    lobby.fingerprint = found;
  },
  where(found) {
    const isOther = found?.table !== model.where?.table;
    model.where = found;
    $("table").hidden = !found;
    $("lobby").hidden = Boolean(found);
    $("home").hidden = !found;
    if (!found) leaveTable();
    else if (isOther) scrollTo(0, 0);
  },
  tables(found) {
    if (!found) return;
    $("name").textContent = t("title");
    $("under").textContent = "";
    $("lobby").hidden = false;
    wall.listed(found.found ?? null);
    if (!wall.isOn) lobby.show(found.found ?? null);
  },
  refused: (found) => (wall.isOn ? wall.refused() : lobby.refused(found)),
  seat(found) {
    if (!found) return;
    lobby.keep({ ...found, title: model.where?.name });
    keptHere.put("here", { kind: "resume", table: found.table, token: found.token });
  },
  shape(found) {
    tokens = new Map();
    board.begin(found);
  },
  change(found) {
    for (const kind of found.kinds ?? []) board.kinds.set(kind.key, kind);
    tokens = after(tokens, found);
    if (!story.story) board.put(tokens);
  },
  log: (found) => page.showLines("log", found, !isSettled),
  chat: (found) => page.showLines("chat", found, !isSettled),
  story(found) {
    if (!found) return notify(t("no-rounds"));
    pointing.letGo();
    return story.open(found, tokens, model.rounds.length, true);
  },
  offers: (found) => (page.offered ?? ((each) => editor.offered(each)))(found),
  look: (found) => pointing.looked(found),
  sent: (found) => pointing.sent(found),
  invitation(found) {
    const shown = found ? [h("p", { text: found.text }), code(found.width, found.path), h("code", { text: found.link })] : [];
    $("invitation").replaceChildren(...shown);
    $("invitation").hidden = !found;
  },
  question: (found) => page.asked(found),
  text: (found) => page.read(found),
  link: (found) => page.link(found),
  notice: (found) => notify(found),
  open: (found) => page.turnTo({ chat: "chat", log: "log", rounds: "history", story: "history" }[/** @type {string} */ (found)] ?? "seats"),
};

let isSettled = false;

/** @param {Message} message */
function heard(message) {
  const before = model.stage?.text;
  for (const name of Object.keys(message)) if (name in model && name !== "where") model[/** @type {keyof Model} */ (name)] = /** @type {never} */ (message[name] ?? []);
  if ("clock" in message) model.clock = message.clock;
  for (const [name, part] of Object.entries(message)) handlers[name]?.(part);
  if (!model.where) return;
  if ("where" in message || "stage" in message || "status" in message) page.showHead();
  if ("clock" in message) page.startClock();
  if ("seats" in message || "waiting" in message || "watchers" in message) page.showSeats();
  if ("panels" in message) page.showPanels();
  if ("rounds" in message || "where" in message) page.showRounds();
  if ("actions" in message || "where" in message) page.showActions();
  if ("sheets" in message || "sheet" in message || "where" in message) {
    editor.show(model.sheets, model.sheet, Boolean(model.where.may_write), Boolean(model.where.referees), model.where.phase ?? 0);
  }
  if ("marks" in message || "legs" in message || "shape" in message) drawMarks();
  if (isSettled && "story" in message && innerWidth < 840) scrollTo(0, 0);
  if (isSettled && model.stage?.text !== before) announce([model.stage.text, model.stage.hint].filter(Boolean).join(". "));
  isSettled = true;
}

function drawMarks() {
  if (story.story) return;
  const isPlan = (/** @type {string} */ kind) => ["from", "to", "spent", "aimed"].includes(kind);
  const shown = pointing.isPicked ? model.marks.filter((mark) => !isPlan(mark.kind)) : model.marks;
  board.mark([...shown, ...pointing.marks]);
  board.plan(model.legs);
}

/** @param {boolean} wasLive */
function storyClosed(wasLive) {
  board.put(tokens);
  drawMarks();
  if (wasLive && model.stage.code === "between" && model.where?.seat) page.perform("ready");
  if (model.where?.may_write) editor.focus();
}

function leaveTable() {
  story.close();
  pointing.letGo();
  isSettled = false;
  board.begin(null);
  $("stage").replaceChildren();
  $("clock").hidden = true;
  $("banner").hidden = true;
  document.title = "QG";
}

// Where the person wants to be.

/** Go where the link leads, or back to where this tab was. */
function comeBack() {
  const [kind, value = ""] = location.hash.slice(1).split("=");
  const [table, secret = ""] = decoded(value).split(".");
  if (kind !== "wall") wall.stop();
  if (kind === "wall") return wall.start(value);
  if (kind === "seat" && secret) {
    hideSecret();
    return lobby.resume(table, secret);
  }
  if (kind === "referee" && secret) {
    hideSecret();
    return lobby.referee(table, secret);
  }
  if (kind === "watch" && table) return lobby.watch(table);
  if (kind === "table" && table) lobby.wanted = table;
  const here = keptHere.get("here");
  if (here && here.kind !== "join") {
    const { kind: way, ...more } = here;
    return ask(way, more);
  }
  return undefined;
}

/** What was encoded for a link; nothing if the link is damaged. @param {string} value */
function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** A secret does not stay in the address, where others read it over one's shoulder. */
function hideSecret() {
  history.replaceState(null, "", location.pathname);
}

function goHome() {
  keptHere.put("here", null);
  history.replaceState(null, "", location.pathname);
  wall.stop();
  ask("leave");
}

/** Show the record in a file. @param {File} file */
async function replay(file) {
  const packed = file.stream().pipeThrough(new CompressionStream("gzip"));
  wire.give(await new Response(packed).arrayBuffer());
}

/** Let the browser keep the record that came, which is compressed. @param {ArrayBuffer} record */
async function keepRecord(record) {
  const open = new Blob([record]).stream().pipeThrough(new DecompressionStream("deflate"));
  const blob = await new Response(open).blob();
  const link = h("a", { href: URL.createObjectURL(blob), download: `${model.where?.table ?? "table"}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

// Keys, files and switches.

document.addEventListener("keydown", (event) => {
  if ($("dialog").open || !model.where) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const names = { s: ["seal", "unseal", "ready"], z: ["undo"], y: ["redo"] }[key];
    if (!names || (key !== "s" && editor.input.value)) return;
    event.preventDefault();
    page.perform(...names);
    return;
  }
  if (event.altKey) return;
  if (key === "escape" && pointing.letGo()) return;
  if (isTyping(event.target)) return;
  const isOnBoard = event.target instanceof Element && Boolean(event.target.closest("#board"));
  const isOnButton = event.target instanceof HTMLButtonElement && key === " ";
  if (story.story && !isOnBoard && !isOnButton && story.key(event)) event.preventDefault();
  else if (key === "escape" && story.story) story.close();
  else if (key === "/") focusSoon(event, () => editor.focus());
  else if (key === "b") focusSoon(event, () => board.focus());
  else if (key === "t") focusSoon(event, () => page.talk());
  else if (key === "?") page.perform("help");
});

/** @param {Event} event @param {() => void} act */
function focusSoon(event, act) {
  event.preventDefault();
  act();
}

$("home").addEventListener("click", goHome);
$("language").addEventListener("change", () => {
  kept.put("language", $("language").value);
  wire.connect();
});
$("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark") && !getComputedStyle(document.documentElement).colorScheme.includes("light");
  setTheme(dark || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches) ? "light" : "dark");
});

/** @param {string} theme */
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  kept.put("theme", theme);
}

setTheme(kept.get("theme") ?? "");
window.addEventListener("hashchange", comeBack);
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) replay(file);
});
wire.connect();
