// The wall: one table after the other, large, without anything to click.

import { $, h, t } from "./dom.js";

const SECONDS = 25;
/** A table that cannot be shown is passed over after so long. */
const PASS_SECONDS = 2;

export class Wall {
  isOn = false;
  /** @type {string[]} */ #wanted = [];
  /** @type {string[]} */ #tables = [];
  #at = -1;
  /** @type {any} */ #timer = null;

  /** @param {import("./types").Ask} ask @param {() => boolean} isBusy whether a story is being told */
  constructor(ask, isBusy) {
    this.ask = ask;
    this.isBusy = isBusy;
    document.addEventListener("wall-next", () => this.isOn && this.ask("leave"));
  }

  /** @param {string} wanted letters of tables with commas between them; empty means all */
  start(wanted) {
    this.isOn = true;
    this.#wanted = wanted.split(",").filter(Boolean);
    this.#at = -1;
    document.body.classList.add("wall");
    this.ask("leave");
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.#timer);
    document.body.classList.remove("wall");
    this.ask("leave");
  }

  /** The list of tables came, so we are at none. @param {import("./types").TableLine[] | null} tables */
  listed(tables) {
    if (!this.isOn || !tables) return;
    const open = tables.filter((line) => !line.password);
    const playing = open.filter((line) => !line.gathers);
    this.#tables = this.#wanted.length ? this.#wanted : (playing.length ? playing : open).map((line) => line.table);
    $("lobby").replaceChildren(h("p", { class: "empty", text: this.#tables.length ? t("connecting") : t("no-tables") }));
    if (this.#tables.length && $("table").hidden) this.#next();
  }

  /** The table cannot be shown: it is over, or it is full. */
  refused() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isOn && this.#next(), PASS_SECONDS * 1000);
  }

  #next() {
    this.#at = (this.#at + 1) % this.#tables.length;
    this.ask("watch", { table: this.#tables[this.#at] });
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.isOn) return;
      if (this.isBusy()) this.#wait();
      else this.ask("leave");
    }, SECONDS * 1000);
  }
}
