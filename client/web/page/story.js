// The story of a round: its pictures one after the other, by themselves or step by step.

import { $, announce, h, t } from "./dom.js";
import { after, calm } from "./board.js";

/** @typedef {import("./types").Story} Story */
/** @typedef {import("./board.js").Tokens} Tokens */

const SPEEDS = [0.5, 1, 2, 4];
const STEP_SECONDS = 2.2;

export class StoryReader {
  /** @type {Story | null} */ story = null;
  /** @type {Tokens[]} */ #pictures = [];
  #step = 0;
  #speed = 1;
  #isPlaying = false;
  /** @type {any} */ #timer = null;

  /** @param {import("./board.js").Board} board @param {(wasLive: boolean) => void} closed @param {(number: number) => void} tell */
  constructor(board, closed, tell) {
    this.board = board;
    this.closed = closed;
    this.tell = tell;
    this.element = h("section", { id: "story", class: "panel", hidden: true });
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  /** @param {Story} story @param {Tokens} live @param {number} rounds @param {boolean} plays */
  open(story, live, rounds, plays) {
    this.story = story;
    this.rounds = rounds;
    for (const change of [story.start, ...(story.steps ?? []).map((step) => step.change)]) {
      for (const kind of change?.kinds ?? []) this.board.kinds.set(kind.key, kind);
    }
    this.#pictures = [after(live, story.start)];
    for (const step of story.steps ?? []) this.#pictures.push(after(this.#pictures.at(-1) ?? live, step.change));
    this.#draw();
    this.#go(0);
    if (plays && !calm.matches) this.play(true);
    announce([story.title, ...(story.summary ?? [])].join(". "));
  }

  close() {
    if (!this.story) return;
    const wasLive = Boolean(this.story.live);
    this.play(false);
    this.story = null;
    this.element.hidden = true;
    $("player").hidden = true;
    this.closed(wasLive);
  }

  get #count() {
    return this.story?.steps?.length ?? 0;
  }

  #draw() {
    const story = /** @type {Story} */ (this.story);
    this.steps = (story.steps ?? []).map((step, at) =>
      h("li", { class: step.mine ? "mine" : "" }, h("button", { class: "quiet", onclick: () => this.#stop(at + 1), text: step.text })),
    );
    this.element.hidden = false;
    this.element.replaceChildren(
      h("header", {}, h("h2", { text: story.title }), this.#leaf(-1, "◂", "earlier"), this.#leaf(1, "▸", "later")),
      ...(story.before ?? []).map((text) => h("p", { class: "stamp", text })),
      ...(story.summary ?? []).map((text) => h("p", { class: "mine", text })),
      h("ol", { class: "steps" }, ...this.steps),
      h("h3", { text: t("sheets-read") }),
      story.seals && h("p", { class: story.broken ? "advice" : "good", text: story.seals }),
      ...(story.sheets ?? []).map(readSheet),
    );
    $("player").replaceChildren(...this.#controls());
    $("player").hidden = false;
  }

  /** @param {number} by @param {string} sign @param {string} code */
  #leaf(by, sign, code) {
    const to = (this.story?.number ?? 0) + by;
    const isThere = to >= 0 && to < (this.rounds ?? 0);
    return h("button", { class: "quiet icon", disabled: !isThere, "aria-label": t(code), title: t(code), onclick: () => this.tell(to) }, sign);
  }

  #controls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ code, /** @type {() => void} */ act) =>
      h("button", { class: "icon", "aria-label": t(code), title: t(code), onclick: act }, sign);
    this.now = h("p", { id: "now", "aria-live": "polite" });
    this.toggle = button("▶", "play-story", () => this.play(!this.#isPlaying));
    this.pace = h("button", { class: "icon", title: t("speed"), "aria-label": t("speed"), onclick: () => this.#faster() });
    this.count = h("span", { class: "dim" });
    this.done = h("button", { class: "main", onclick: () => this.close(), text: t(this.story?.live ? "go-on" : "close") });
    return [
      this.now,
      h(
        "div",
        { class: "row" },
        button("|◀", "first-step", () => this.#stop(0)),
        button("◀", "step-back", () => this.turn(-1)),
        this.toggle,
        button("▶|", "step-on", () => this.turn(1)),
        this.pace,
        this.count,
        this.done,
      ),
    ];
  }

  #faster() {
    this.#speed = (this.#speed + 1) % SPEEDS.length;
    this.#shown();
  }

  /** @param {boolean} plays */
  play(plays) {
    clearTimeout(this.#timer);
    this.#isPlaying = plays;
    if (plays && this.#step >= this.#count) this.#go(0);
    if (plays) this.#wait();
    if (this.story) this.#shown();
  }

  #wait() {
    const milliseconds = (STEP_SECONDS * 1000) / SPEEDS[this.#speed];
    this.#timer = setTimeout(() => {
      if (this.#step >= this.#count) return this.play(false);
      this.#go(this.#step + 1, milliseconds * 0.6);
      this.#wait();
    }, this.#step ? milliseconds : milliseconds / 2);
  }

  /** Go a step on or back. @param {number} by */
  turn(by) {
    this.#stop(Math.max(0, Math.min(this.#count, this.#step + by)), by > 0 ? 700 : 0);
  }

  /** @param {number} step @param {number} [milliseconds] */
  #stop(step, milliseconds = 0) {
    this.play(false);
    this.#go(step, milliseconds);
  }

  /** @param {number} step @param {number} [milliseconds] */
  #go(step, milliseconds = 0) {
    this.#step = step;
    const told = this.story?.steps?.[step - 1];
    this.board.put(this.#pictures[step], told?.slides ?? [], milliseconds);
    this.board.mark(told?.marks ?? []);
    this.board.plan([]);
    this.#shown();
  }

  #shown() {
    const told = this.story?.steps?.[this.#step - 1];
    this.now.textContent = told?.text ?? this.story?.summary?.[0] ?? this.story?.title ?? "";
    this.now.classList.toggle("mine", Boolean(told?.mine));
    this.count.textContent = `${this.#step}/${this.#count}`;
    this.pace.textContent = `${SPEEDS[this.#speed]}×`;
    this.pace.setAttribute("aria-label", `${t("speed")} ${this.pace.textContent}`);
    this.toggle.textContent = this.#isPlaying ? "❚❚" : "▶";
    this.toggle.setAttribute("aria-label", t(this.#isPlaying ? "pause-story" : "play-story"));
    this.done.classList.toggle("ends", this.#step >= this.#count);
    this.steps?.forEach((item, at) => {
      item.classList.toggle("now", at + 1 === this.#step);
      item.classList.toggle("past", at + 1 < this.#step);
    });
    const here = this.steps?.[this.#step - 1];
    const list = here?.parentElement;
    if (here && list) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === " ") this.play(!this.#isPlaying);
    else if (event.key === "ArrowRight") this.turn(1);
    else if (event.key === "ArrowLeft") this.turn(-1);
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }
}

/** @param {import("./types").ReadSheet} sheet */
function readSheet(sheet) {
  const lines = (sheet.lines ?? []).map((line) => {
    const isKept = line.stored !== false;
    return h(
      "li",
      { class: isKept ? "" : "lost" },
      h("span", { class: isKept ? "good" : "advice", "aria-label": t(isKept ? "kept" : "lost"), role: "img", text: isKept ? "✓ " : "✗ " }),
      h("span", { class: "text", text: line.text }),
      line.advice && h("p", { class: "advice", text: line.advice }),
    );
  });
  return h(
    "div",
    { class: "sheet" },
    h("header", {}, h("span", { class: `chip s${sheet.slot ?? -1}`, text: sheet.key }), h("h4", { text: [sheet.name, sheet.who].filter(Boolean).join(", ") })),
    lines.length ? h("ol", {}, ...lines) : h("p", { class: "dim", text: t("empty-sheet") }),
  );
}
