// The player's own sheets: lines that are typed, changed, dragged and deleted, and the offers of the server.

import { $, h, t } from "./dom.js";

/** @typedef {import("./types").Sheet} Sheet */
/** @typedef {import("./types").Offer} Offer */

export class SheetEditor {
  /** @type {Sheet[]} */ #sheets = [];
  #sheet = "";
  #mayWrite = false;
  #phase = 0;
  /** @type {number | null} */ #at = null;
  /** @type {Offer[]} */ #offers = [];
  #lit = -1;
  #tapped = "";
  #asked = "";

  /** @param {import("./types").Ask} ask */
  constructor(ask) {
    this.ask = ask;
    this.lists = h("div", { id: "sheets" });
    this.input = h("input", {
      id: "order",
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      maxlength: 300,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "offers",
      oninput: () => this.#suggest(),
      onfocus: () => this.#suggest(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.offers = h("ul", { id: "offers", role: "listbox" });
    this.button = h("button", { class: "main icon" }, "↵");
    this.form = h(
      "form",
      {
        id: "prompt",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#enter();
        },
      },
      this.input,
      this.button,
    );
    this.usage = h("p", { id: "usage", class: "dim" });
    this.element = h("section", { id: "orders", class: "panel", hidden: true }, this.lists, this.form, this.offers, this.usage);
  }

  get sheet() {
    return this.#sheet;
  }

  /** @param {Sheet[]} sheets @param {string} chosen @param {boolean} mayWrite @param {boolean} commands @param {number} phase */
  show(sheets, chosen, mayWrite, commands, phase) {
    const old = this.#sheets.find((each) => each.key === this.#sheet)?.lines?.length ?? 0;
    this.#sheets = sheets;
    if (chosen && chosen !== this.#sheet) this.#sheet = chosen;
    if (!sheets.some((each) => each.key === this.#sheet)) this.#sheet = sheets[0]?.key ?? "";
    if ((this.#mayWrite && !mayWrite) || (phase !== this.#phase && !commands)) this.clear();
    this.#phase = phase;
    this.#mayWrite = mayWrite;
    this.element.hidden = !sheets.length && !commands;
    this.form.hidden = !mayWrite && !commands;
    this.input.setAttribute("aria-label", commands ? t("command") : t("order"));
    this.input.placeholder = commands ? t("command") : t("write-order");
    this.button.setAttribute("aria-label", t("send"));
    const open = sheets.find((each) => each.key === this.#sheet);
    this.usage.textContent = mayWrite ? (open?.usage ?? "") : "";
    const active = /** @type {any} */ (document.activeElement);
    const [line, name] = [active?.closest?.("li[data-line]")?.dataset.line, active?.dataset?.act ?? ""];
    this.lists.replaceChildren(...sheets.map((each) => this.#list(each)));
    if (line !== undefined) this.#focusLine(Number(line), name);
    const now = open?.lines?.length ?? 0;
    if (now !== old && document.activeElement === this.input) this.#suggest();
    if (!mayWrite) this.#setOffers([]);
  }

  /** @param {number} at @param {string} [name] */
  #focusLine(at, name = "") {
    const rows = this.lists.querySelectorAll(`[data-sheet="${this.#sheet}"] li[data-line]`);
    const row = rows[Math.min(at, rows.length - 1)];
    (name ? row?.querySelector(`[data-act="${name}"]`) : row)?.focus();
  }

  /** @param {Sheet} sheet */
  #list(sheet) {
    const isOpen = sheet.key === this.#sheet;
    const title = h(
      "header",
      {},
      h("span", { class: `chip s${sheet.slot ?? -1}`, text: sheet.key }),
      h("h2", { text: sheet.name }),
      sheet.progress && h("span", { class: "dim", text: sheet.progress }),
      sheet.is_sealed && h("span", { class: "stamp", text: `✔ ${t("seal")}` }),
    );
    if (this.#sheets.length > 1 && this.#mayWrite && !isOpen) {
      title.append(h("button", { class: "quiet", text: t("order"), "aria-label": `${t("order")} ${sheet.name}`, onclick: () => this.#open(sheet.key) }));
    }
    const lines = sheet.lines ?? [];
    return h(
      "div",
      { class: `sheet${isOpen ? " open" : ""}${sheet.is_sealed ? " sealed" : ""}`, "data-sheet": sheet.key },
      title,
      h("ol", {}, ...lines.map((line, at) => this.#line(sheet, line, at))),
      sheet.otherwise && lines.length && h("p", { class: "dim", text: sheet.otherwise }),
    );
  }

  /** @param {Sheet} sheet @param {import("./types").Line} line @param {number} at */
  #line(sheet, line, at) {
    const button = (/** @type {string} */ sign, /** @type {string} */ code, /** @type {() => void} */ act) =>
      h("button", { class: "quiet icon", "data-act": code, "aria-label": `${t(code)}: ${line.text}`, title: t(code), onclick: act }, sign);
    const isLast = at === (sheet.lines?.length ?? 0) - 1;
    const grip = h("span", { class: "grip", title: t("line-drag"), "aria-hidden": true }, "⠿");
    const row = h(
      "li",
      {
        "data-line": at,
        tabindex: this.#mayWrite ? "0" : null,
        class: [line.advice && "doubtful", line.stored === false && "unsent", this.#at === at && sheet.key === this.#sheet && "changing"].filter(Boolean).join(" "),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#lineKey(event, sheet, at),
      },
      this.#mayWrite && grip,
      h("span", { class: "text", text: line.text, onclick: () => this.#mayWrite && this.#change(sheet, at) }),
      line.stored === false && h("span", { class: "dim", title: t("not-stored"), text: "~" }),
      this.#mayWrite && at > 0 && button("↑", "line-up", () => this.#move(sheet.key, at, at - 1)),
      this.#mayWrite && !isLast && button("↓", "line-down", () => this.#move(sheet.key, at, at + 1)),
      this.#mayWrite && button("✕", "line-delete", () => this.ask("delete", { sheet: sheet.key, at })),
      line.advice && h("p", { class: "advice", text: `! ${line.advice}` }),
    );
    grip.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#drag(event, row, sheet, at));
    return row;
  }

  /** @param {string} sheet @param {number} at @param {number} to */
  #move(sheet, at, to) {
    this.ask("move", { sheet, at, to });
  }

  /** @param {KeyboardEvent} event @param {Sheet} sheet @param {number} at */
  #lineKey(event, sheet, at) {
    if (event.target !== event.currentTarget) return;
    const count = sheet.lines?.length ?? 0;
    if (event.altKey && event.key === "ArrowUp" && at > 0) this.#moveFocused(sheet.key, at, at - 1);
    else if (event.altKey && event.key === "ArrowDown" && at < count - 1) this.#moveFocused(sheet.key, at, at + 1);
    else if (event.key === "Delete" || event.key === "Backspace") this.ask("delete", { sheet: sheet.key, at });
    else if (event.key === "Enter") this.#change(sheet, at);
    else if (event.key === "ArrowUp") this.#focusLine(Math.max(0, at - 1));
    else if (event.key === "ArrowDown") this.#focusLine(at + 1);
    else return;
    event.preventDefault();
  }

  /** @param {string} sheet @param {number} at @param {number} to */
  #moveFocused(sheet, at, to) {
    this.#move(sheet, at, to);
    this.#focusLine(to);
  }

  /** Let a line follow the pointer until it is let go. @param {PointerEvent} event @param {HTMLElement} row @param {Sheet} sheet @param {number} at */
  #drag(event, row, sheet, at) {
    event.preventDefault();
    const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
    const boxes = rows.map((each) => each.getBoundingClientRect());
    const grip = /** @type {HTMLElement} */ (event.target);
    let to = at;
    const follow = (/** @type {PointerEvent} */ moved) => {
      row.style.transform = `translateY(${moved.clientY - event.clientY}px)`;
      to = boxes.reduce((found, box, index) => (moved.clientY > box.top ? index : found), 0);
      rows.forEach((each, index) => each.classList.toggle("target", index === to && index !== at));
    };
    row.classList.add("dragged");
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = follow;
    grip.onpointerup = grip.onpointercancel = () => {
      grip.onpointermove = null;
      row.classList.remove("dragged");
      row.style.transform = "";
      rows.forEach((each) => each.classList.remove("target"));
      if (to !== at) this.#move(sheet.key, at, to);
    };
  }

  /** Write on another sheet. @param {string} key */
  #open(key) {
    this.#sheet = key;
    this.clear();
    this.ask("act", { name: "sheet", typed: key });
    this.input.focus();
  }

  /** Change a line. @param {Sheet} sheet @param {number} at */
  #change(sheet, at) {
    this.#sheet = sheet.key;
    this.#at = at;
    this.type(sheet.lines?.[at]?.text ?? "");
  }

  // The line that is typed.

  /** Let the person type on behind this text. @param {string} text */
  type(text) {
    this.input.value = text;
    this.input.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.#suggest();
  }

  clear() {
    this.input.value = "";
    this.#at = null;
    this.#tapped = "";
    this.#setOffers([]);
  }

  focus() {
    this.input.focus();
  }

  #suggest() {
    this.#lit = -1;
    this.#asked = this.input.value;
    this.ask("suggest", { sheet: this.#sheet, text: this.#asked, ...(this.#at === null ? {} : { at: this.#at }) });
  }

  /** The server's offers for a text. @param {{text: string, offers: Offer[]}} found */
  offered(found) {
    if (found.text !== this.#asked) return;
    if (this.#tapped && found.text === `${this.#tapped} `) {
      const whole = this.#tapped;
      this.#tapped = "";
      if (!found.offers.length) {
        this.input.value = whole;
        this.#enter();
        return;
      }
    }
    this.#setOffers(found.offers);
  }

  /** @param {Offer[]} offers */
  #setOffers(offers) {
    this.#offers = offers;
    this.#lit = -1;
    const known = this.input.value.trimEnd().split(" ").length - (this.input.value.endsWith(" ") || !this.input.value ? 0 : 1);
    const shown = (/** @type {Offer} */ offer) => offer.text.split(" ").slice(Math.max(0, this.input.value.trim() ? known : 0)).join(" ") || offer.text;
    this.offers.replaceChildren(
      ...offers.map((offer, at) =>
        h(
          "li",
          { role: "option", id: `offer-${at}`, "aria-selected": "false", onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => this.#tap(offer.text) },
          h("b", { text: shown(offer) }),
          offer.gloss && h("span", { text: offer.gloss }),
        ),
      ),
    );
    this.input.setAttribute("aria-expanded", String(offers.length > 0));
  }

  /** A thumb chooses word after word; when nothing can follow, the order is written. @param {string} text */
  #tap(text) {
    this.#tapped = text;
    this.#accept(text);
  }

  /** @param {string} text */
  #accept(text) {
    this.input.value = `${text} `;
    this.#suggest();
  }

  /** @param {number} by */
  #light(by) {
    const count = this.#offers.length;
    if (!count) return;
    this.#lit = (this.#lit + by + (this.#lit < 0 && by < 0 ? 1 : 0) + count) % count;
    [...this.offers.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === this.#lit)));
    this.offers.children[this.#lit].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `offer-${this.#lit}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "ArrowDown") this.#light(1);
    else if (event.key === "ArrowUp") this.#light(-1);
    else if (event.key === "Tab" && !event.shiftKey && this.#offers.length && this.input.value) this.#accept(this.#offers[Math.max(0, this.#lit)].text);
    else if (event.key === "Enter" && this.#lit >= 0) this.#accept(this.#offers[this.#lit].text);
    else if (event.key === "Escape") this.clear();
    else return;
    event.preventDefault();
  }

  #enter() {
    const text = this.input.value.trim();
    if (!text) return;
    this.ask("enter", { sheet: this.#sheet, text, ...(this.#at === null ? {} : { at: this.#at }) });
    this.clear();
    this.input.focus();
  }
}
