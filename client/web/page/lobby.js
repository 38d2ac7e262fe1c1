// The list of tables, and the ways to a table.

import { $, h, kept, keptHere, notify, open, t } from "./dom.js";

/** @typedef {import("./types").TableLine} TableLine */
/** @typedef {import("./types").Held & {title?: string}} Held */

export class Lobby {
  /** @type {TableLine[] | null} */
  #tables = null;
  /** The table to which a link leads. */
  wanted = "";

  /** @param {import("./types").Ask} ask @param {(file: File) => void} replay @param {string} [fingerprint] */
  constructor(ask, replay, fingerprint = "") {
    this.ask = ask;
    this.replay = replay;
    this.fingerprint = fingerprint;
  }

  /** The seats that this browser holds. @returns {Record<string, Held>} */
  get seats() {
    return kept.get("seats") ?? {};
  }

  /** Keep the secret of a seat. @param {Held} held */
  keep(held) {
    const all = Object.entries({ ...this.seats, [held.table]: held });
    kept.put("seats", Object.fromEntries(all.slice(-50)));
    kept.put("name", held.name);
  }

  /** @param {string} table */
  forget(table) {
    const { [table]: gone, ...rest } = this.seats;
    kept.put("seats", rest);
    this.show(this.#tables);
  }

  /** @param {Record<string, any>} here */
  #enter(here) {
    keptHere.put("here", here);
    const { kind, ...more } = here;
    this.ask(kind, more);
  }

  /** @param {string} table */
  watch(table, password = "") {
    this.#enter({ kind: "watch", table, password });
  }

  /** @param {string} table @param {string} token */
  resume(table, token) {
    this.#enter({ kind: "resume", table, token });
  }

  /** @param {string} table @param {string} key */
  referee(table, key) {
    this.#enter({ kind: "referee", table, key });
  }

  /** The server refuses to let us in. @param {{table: string, text: string, password?: boolean}} refused */
  refused(refused) {
    const before = keptHere.get("here");
    keptHere.put("here", null);
    if (!refused.password) return notify(refused.text);
    this.#askPassword(refused, before);
  }

  /** @param {{table: string, text: string}} refused @param {any} before */
  #askPassword(refused, before) {
    const input = h("input", { type: "password", id: "password", autocomplete: "off" });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          this.#enter({ ...(before ?? { kind: "watch", table: refused.table }), password: input.value });
        },
      },
      h("p", { text: refused.text }),
      h("label", { for: "password", text: t("password") }),
      input,
      h("button", { class: "main", text: t("enter") }),
    );
    const close = open(t("password"), [form]);
    input.focus();
  }

  /** Show the tables; null means that the server does not answer. @param {TableLine[] | null} tables */
  show(tables) {
    this.#tables = tables;
    const busy = document.activeElement?.closest("#lobby")?.querySelector(":focus");
    if (busy instanceof HTMLInputElement && $("lobby").contains(busy)) return;
    const listed = tables?.map((line) => this.#card(line)) ?? [];
    const wanted = tables?.find((line) => line.table === this.wanted);
    if (wanted) {
      this.wanted = "";
      if (this.seats[wanted.table] || (wanted.gathers && wanted.free?.length)) this.#askName(wanted);
      else this.watch(wanted.table);
    }
    const empty = tables === null ? t("no-server") : listed.length ? "" : t("no-tables");
    $("lobby").replaceChildren(
      this.#mySeats(),
      h(
        "section",
        { "aria-labelledby": "tables-title" },
        h(
          "header",
          {},
          h("h2", { id: "tables-title", text: t("tables") }),
          listed.length && h("a", { class: "button quiet", href: "#wall", text: t("wall") }),
        ),
        empty && h("p", { class: "empty", text: empty }),
        h("ul", { class: "cards" }, ...listed),
      ),
      this.#others(),
    );
  }

  #mySeats() {
    const rows = Object.values(this.seats).reverse().map((held) =>
      h(
        "li",
        {},
        h("button", { class: "main", onclick: () => this.resume(held.table, held.token) }, t("come-back")),
        h("span", {}, `${held.title || held.table} · ${held.seat} · ${held.name}`),
        h("button", { class: "quiet icon", "aria-label": t("forget"), title: t("forget"), onclick: () => this.forget(held.table) }, "✕"),
      ),
    );
    return rows.length ? h("section", {}, h("h2", { text: t("your-seats") }), h("ul", { class: "held" }, ...rows)) : "";
  }

  /** @param {TableLine} line */
  #card(line) {
    const players = line.players?.join(", ") ?? "";
    const free = line.free?.length ? `${t("free")}${t("colon")}${line.free.join(", ")}` : "";
    const may = line.gathers && line.free?.length;
    return h(
      "li",
      { class: "card" },
      h("h3", {}, line.name, line.password && h("span", { title: t("password"), text: " 🔒" })),
      h("p", { class: "dim", text: [line.game, line.stage, line.table].join(" · ") }),
      h("p", { text: [players, free].filter(Boolean).join(" · ") }),
      h(
        "div",
        { class: "row" },
        h("button", { class: may ? "main" : "", onclick: () => this.#askName(line), text: t("play") }),
        h("button", { class: may ? "" : "main", onclick: () => this.watch(line.table), text: t("watch") }),
        line.tournament && h("button", { class: "quiet", onclick: () => this.#askKey(line.table), text: t("referee") }),
      ),
    );
  }

  /** @param {TableLine} line */
  #askName(line) {
    const held = this.seats[line.table];
    if (held) return this.resume(held.table, held.token);
    const name = h("input", { id: "who", required: true, maxlength: 40, autocomplete: "nickname", value: kept.get("name") ?? "" });
    const seats = h("select", { id: "which" }, h("option", { value: "", text: t("any-seat") }), ...(line.free ?? []).map((seat) => h("option", { value: seat, text: seat })));
    const password = h("input", { id: "password", type: "password", autocomplete: "off" });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          kept.put("name", name.value);
          this.#enter({ kind: "join", table: line.table, name: name.value, seat: seats.value, password: password.value });
        },
      },
      h("label", { for: "who", text: t("name") }),
      name,
      h("label", { for: "which", text: t("seat") }),
      seats,
      line.password && h("label", { for: "password", text: t("password") }),
      line.password && password,
      h("button", { class: "main", text: t("play") }),
    );
    const close = open(line.name, [form]);
    name.focus();
    return undefined;
  }

  /** @param {string} [table] */
  #askKey(table = "") {
    const letters = h("input", { id: "letters", required: true, maxlength: 40, value: table, autocapitalize: "characters" });
    const key = h("input", { id: "key", required: true, type: "password", autocomplete: "off" });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          this.referee(letters.value, key.value);
        },
      },
      h("label", { for: "letters", text: t("table-letters") }),
      letters,
      h("label", { for: "key", text: t("referee-key") }),
      key,
      h("button", { class: "main", text: t("enter") }),
    );
    const close = open(t("referee"), [form]);
    (table ? key : letters).focus();
  }

  #others() {
    const file = h("input", {
      type: "file",
      id: "file",
      accept: ".json,application/json",
      class: "unseen",
      onchange: () => file.files[0] && this.replay(file.files[0]),
    });
    return h(
      "section",
      { class: "others" },
      h("h2", { text: t("replay") }),
      h("p", { class: "dim", text: t("replay-hint") }),
      h("label", { class: "button", for: "file", text: t("replay") }),
      file,
      this.fingerprint && h("p", { class: "dim fine", text: `${t("fingerprint")}${t("colon")}${this.fingerprint}` }),
    );
  }
}
