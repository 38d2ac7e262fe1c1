// Orders by pointing: first at a piece, then at a place. What can be ordered, the server says.

import { $, h, t } from "./dom.js";

/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").Choice} Choice */

export class Pointing {
  /** @type {Choice | null} */ #picked = null;
  #place = "";
  /** @type {import("./types").Mark[]} */ marks = [];

  /**
   * @param {import("./types").Ask} ask
   * @param {import("./board.js").Board} board
   * @param {import("./sheet.js").SheetEditor} editor
   * @param {() => void} redraw
   */
  constructor(ask, board, editor, redraw) {
    this.ask = ask;
    this.board = board;
    this.editor = editor;
    this.redraw = redraw;
  }

  get isPicked() {
    return Boolean(this.#picked);
  }

  /** A place was pointed at. @param {string} place */
  point(place) {
    const picked = this.#picked;
    if (picked?.places?.includes(place)) {
      this.ask("send", { sheet: this.editor.sheet, begun: picked.begun, place });
      this.#mark([{ place, kind: "picked" }]);
      return;
    }
    this.#picked = null;
    this.#place = place;
    this.#mark([{ place, kind: "cursor" }]);
    this.ask("look", { place, sheet: this.editor.sheet });
  }

  /** Let go of what was taken up. Returns whether there was anything. */
  letGo() {
    const had = Boolean(this.#picked) || !$("card").hidden;
    this.#picked = null;
    $("card").hidden = true;
    this.#mark([]);
    return had;
  }

  /** @param {import("./types").Mark[]} marks */
  #mark(marks) {
    this.marks = marks;
    this.redraw();
  }

  /** What the server knows of a place. @param {Look | null} look */
  looked(look) {
    if (!look || look.place !== this.#place) return;
    const choices = look.choices ?? [];
    this.#card(look.name, look.lines ?? [], []);
    if (choices.length === 1 && choices[0].places?.length) this.#pick(choices[0]);
    else if (choices.length) {
      const buttons = choices.map((choice) =>
        h("button", { onclick: () => this.#pick(choice) }, h("b", { text: choice.begun }), choice.gloss && h("span", { text: choice.gloss })),
      );
      this.#card(look.name, look.lines ?? [], buttons, t("choose-piece"));
    }
  }

  /** Take up a piece, or write an order that needs no other place. @param {Choice} choice */
  #pick(choice) {
    if (choice.whole) {
      this.ask("send", { sheet: this.editor.sheet, begun: choice.begun, place: "" });
      return;
    }
    this.#picked = choice;
    const reach = (choice.places ?? []).map((place) => ({ place, kind: "reach", sign: "?" }));
    this.#card(`${choice.begun} · ${this.board.placeName(this.#place)}`, [t("taken-up")], []);
    this.#mark([{ place: this.#place, kind: "picked" }, ...reach]);
  }

  /** What came of it: a menu of whole orders, a text to be typed on, or a written order. @param {any} sent */
  sent(sent) {
    if (sent?.orders) {
      const buttons = sent.orders.map((/** @type {import("./types").Offer} */ offer) =>
        h("button", { onclick: () => this.#write(offer.text) }, h("b", { text: offer.text }), offer.gloss && h("span", { text: offer.gloss })),
      );
      this.#card(this.board.placeName(sent.place), [], buttons, t("choose-order"));
      return;
    }
    this.letGo();
    if (sent?.text) this.editor.type(sent.text);
  }

  /** @param {string} text */
  #write(text) {
    this.ask("write", { sheet: this.editor.sheet, text });
    this.letGo();
  }

  /** @param {string} title @param {string[]} lines @param {HTMLElement[]} buttons @param {string} [question] */
  #card(title, lines, buttons, question = "") {
    const had = $("card").contains(document.activeElement);
    $("card").replaceChildren(
      h("header", {}, h("h2", { text: title }), h("button", { class: "quiet icon", "aria-label": t("close"), onclick: () => this.letGo() }, "✕")),
      ...lines.slice(0, 12).map((text) => h("p", { text })),
      question && h("p", { class: "dim", text: question }),
      h("div", { class: "choices" }, ...buttons),
    );
    $("card").hidden = false;
    const byKeys = had || document.activeElement?.closest("#board");
    if (buttons.length && byKeys) buttons[0].focus({ preventScroll: true });
  }
}
