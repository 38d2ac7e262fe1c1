// What stands around the board: the stage, the hourglass, seats, actions, log, talk and rounds.

import { $, announce, chip, code, h, kept, notify, open, t } from "./dom.js";

/** @typedef {import("./types").Model} Model */
/** @typedef {import("./types").Action} Action */
/** @typedef {import("./types").Said} Said */

const TABS = ["seats", "chat", "log", "history"];

export class TablePage {
  /** @type {number} */ #clockAt = 0;
  /** @type {any} */ #ticking = null;
  #tab = "seats";
  #unread = 0;
  /** @type {Model} */ model;

  /**
   * @param {import("./types").Ask} ask
   * @param {Model} model
   * @param {(number: number) => void} tell
   * @param {() => void} urge called now and then while the time is short
   */
  constructor(ask, model, tell, urge) {
    this.urge = urge;
    this.ask = ask;
    this.model = model;
    this.tell = tell;
    this.hint = h("div", { id: "hint", class: "panel" });
    this.actions = h("div", { id: "actions", class: "row" });
    this.panels = h("section", { id: "panels" });
    this.log = h("ul", { class: "said", role: "log", "aria-live": "off" });
    this.chat = h("ul", { class: "said", role: "log", "aria-live": "off" });
    this.seats = h("ul", { class: "seats" });
    this.rounds = h("div", { class: "rounds" });
    this.say = h("input", { id: "say", maxlength: 300, autocomplete: "off" });
    this.saying = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.say.value.trim()) this.ask("act", { name: "chat", typed: this.say.value });
          this.say.value = "";
        },
      },
      this.say,
      h("button", { class: "main icon" }, "↵"),
    );
    this.silent = h("p", { class: "dim" });
    this.tabs = h("div", { role: "tablist" });
    /** @type {Record<string, HTMLElement>} */
    this.pages = {
      seats: h("div", {}, this.seats),
      chat: h("div", {}, this.chat, this.saying, this.silent),
      log: h("div", {}, this.log),
      history: h("div", {}, this.rounds),
    };
    this.more = h("section", { id: "tabs", class: "panel" }, this.tabs);
    for (const [name, page] of Object.entries(this.pages)) {
      page.id = `page-${name}`;
      page.setAttribute("role", "tabpanel");
      this.more.append(page);
    }
  }

  /** @param {HTMLElement} editor @param {HTMLElement} story */
  build(editor, story) {
    $("side").replaceChildren(this.hint, this.actions, editor, story, this.panels, this.more);
    this.tabs.replaceChildren(
      ...TABS.map((name) =>
        h("button", { role: "tab", id: `tab-${name}`, "aria-controls": `page-${name}`, text: t(name), onclick: () => this.turnTo(name), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event) }),
      ),
    );
    this.say.setAttribute("aria-label", t("say"));
    this.say.placeholder = t("say");
    for (const [name, page] of Object.entries(this.pages)) page.setAttribute("aria-labelledby", `tab-${name}`);
    this.turnTo(this.#tab);
  }

  /** Show one of the pages below. @param {string} name */
  turnTo(name) {
    this.#tab = name;
    if (name === "chat") this.#unread = 0;
    for (const each of TABS) {
      const tab = $(`tab-${each}`);
      if (!tab) continue;
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      tab.textContent = each === "chat" && this.#unread ? `${t(each)} (${this.#unread})` : t(each);
      this.pages[each].hidden = each !== name;
    }
    for (const list of [this.log, this.chat]) list.scrollTop = list.scrollHeight;
  }

  talk() {
    this.turnTo("chat");
    this.say.focus();
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    this.turnTo(TABS[(TABS.indexOf(this.#tab) + by + TABS.length) % TABS.length]);
    $(`tab-${this.#tab}`).focus();
  }

  // The head of the page.

  showHead() {
    const { where, stage } = this.model;
    if (!where) return;
    $("name").textContent = where.name || where.game || "QG";
    const who = where.seat ? [...(where.chips ?? []).map(chip), ` ${t("you")}${t("colon")}${where.seat}`] : [where.role ?? ""];
    $("under").replaceChildren(`${where.game} · ${where.is_replay ? t("replay") : where.table} · `, ...who);
    $("stage").replaceChildren(h("b", { text: stage?.text ?? "" }), stage?.sealed ? h("span", { text: stage.sealed }) : "");
    document.title = [stage?.text, where.name].filter(Boolean).join(" · ");
    this.hint.replaceChildren(
      ...[stage?.result, stage?.about, stage?.hint].filter(Boolean).map((text, at) => h("p", { class: at === 0 && stage?.result ? "result" : "", text })),
      this.model.status ? h("p", { class: "dim", text: this.model.status }) : "",
    );
    $("banner").textContent = stage?.link ?? "";
    $("banner").hidden = !stage?.link;
    this.saying.hidden = !where.may_talk;
    const isPlayer = where.seat || where.referees;
    this.silent.textContent = where.may_talk || where.is_replay ? "" : isPlayer ? t("quiet") : t("say-watcher");
  }

  startClock() {
    clearInterval(this.#ticking);
    this.#clockAt = performance.now();
    this.#ticking = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  #tick() {
    const clock = this.model.clock;
    const face = $("clock");
    face.hidden = !clock;
    if (!clock) return clearInterval(this.#ticking);
    const passed = clock.runs ? (performance.now() - this.#clockAt) / 1000 : 0;
    const left = Math.max(0, clock.left - passed);
    const shown = clockText(left);
    if (face.dataset.shown === shown + clock.stopped) return undefined;
    face.dataset.shown = shown + clock.stopped;
    const [now, soon, minute] = clock.alarms ?? [0, 0, 0];
    face.className = !clock.runs ? "stopped" : left <= now ? "now" : left <= soon ? "soon" : left <= minute ? "minute" : "";
    const part = clock.length ? Math.min(1, left / clock.length) : 0;
    const bar = h("i", {});
    bar.style.setProperty("--part", String(part));
    face.replaceChildren(h("b", { text: shown }), clock.stopped ? h("small", { text: clock.stopped }) : "", bar);
    face.setAttribute("aria-label", `${t("time-left")}${t("colon")}${shown}`);
    if (clock.runs && left <= soon && Math.ceil(left) % 10 === 5) this.urge();
    for (const mark of [60, 30, 10]) if (clock.runs && Math.ceil(left) === mark) announce(`${t("time-left")}${t("colon")}${shown}`);
    return undefined;
  }

  // The sides.

  showSeats() {
    this.seats.replaceChildren(
      ...this.model.seats.map((seat) =>
        h(
          "li",
          { class: `seat is-${seat.state}` },
          h("span", { class: "chips" }, ...(seat.chips?.length ? seat.chips.map(chip) : [h("span", { class: "chip", text: seat.seat })])),
          h("span", { class: "who" }, seat.name ?? "", seat.you && h("em", { text: ` ${t("you")}` }), seat.host && h("em", { text: ` ${t("host")}` })),
          h("span", { class: "state", text: seat.text ?? "" }),
        ),
      ),
      this.model.watchers ? h("li", { class: "dim", text: this.model.watchers }) : "",
      this.model.waiting?.length ? h("li", { class: "dim", text: `${t("waiting-for-seat")}${t("colon")}${this.model.waiting.join(", ")}` }) : "",
    );
  }

  showPanels() {
    this.panels.hidden = !this.model.panels?.length;
    this.panels.setAttribute("aria-label", t("panel"));
    this.panels.replaceChildren(
      ...(this.model.panels ?? []).map((panel) =>
        h(
          "table",
          { class: "panel" },
          (panel.title || panel.right) && h("caption", {}, h("span", { text: panel.title ?? "" }), h("span", { text: panel.right ?? "" })),
          h(
            "tbody",
            {},
            ...panel.rows.map((row) =>
              h("tr", {}, h("th", { scope: "row" }, row.owner ? h("span", { class: `chip s${row.slot ?? -1}`, text: row.owner }) : ""), ...row.cells.map((text) => h("td", { text }))),
            ),
          ),
        ),
      ),
    );
  }

  showRounds() {
    const rounds = this.model.rounds ?? [];
    this.rounds.replaceChildren(
      ...rounds.map((phase, number) => h("button", { onclick: () => this.tell(number), "aria-label": `${t("round")} ${phase}`, text: phase })),
      rounds.length ? "" : h("p", { class: "dim", text: t("no-rounds") }),
      !this.model.where?.is_replay && rounds.length ? h("button", { class: "quiet", onclick: () => this.ask("export"), text: t("keep-record") }) : "",
    );
  }

  /** @param {"log" | "chat"} name @param {import("./types").Lines} news @param {boolean} isFirst */
  showLines(name, news, isFirst) {
    const list = name === "log" ? this.log : this.chat;
    if (!news.start) list.replaceChildren();
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(...news.lines.map(said));
    while (list.children.length > 500) list.firstChild.remove();
    if (isAtEnd || !news.start) list.scrollTop = list.scrollHeight;
    if (isFirst) return;
    for (const line of news.lines.slice(-3)) announce(line.who ? `${line.who}: ${line.text}` : line.text);
    if (name === "chat" && this.#tab !== "chat") {
      this.#unread += news.lines.filter((line) => !line.mine).length;
      const last = news.lines.at(-1);
      if (last && !last.mine) notify(`${last.who}: ${last.text}`);
      this.turnTo(this.#tab);
    }
  }

  // Actions.

  showActions() {
    const { actions, where } = this.model;
    const first = actions.filter((action) => action.first);
    const shown = where?.referees ? actions.filter((action) => !["help", "quit"].includes(action.name)) : first;
    this.actions.replaceChildren(
      ...shown.map((action) => h("button", { class: ["seal", "ready", "rematch", "start"].includes(action.name) ? "main" : "", "data-action": action.name, title: action.gloss, onclick: () => this.act(action), text: action.label })),
      h("button", { class: "quiet", onclick: () => this.#openMore(), text: t("more") }),
    );
  }

  /** @param {Action} action */
  act(action) {
    const isOptional = action.first && action.usage?.includes("[") && !this.model.where?.referees;
    if (action.usage && !isOptional) this.#openForm(action);
    else this.ask("act", { name: action.name });
  }

  /** Do the action of that name, if it can be done now. @param {...string} names */
  perform(...names) {
    const found = this.model.actions.find((action) => names.includes(action.name));
    if (found) this.ask("act", { name: found.name });
    return Boolean(found);
  }

  #openMore() {
    const row = (/** @type {Action} */ action) =>
      h("li", {}, h("button", { onclick: () => (close(), action.usage ? this.#openForm(action) : this.ask("act", { name: action.name })), text: action.label }), h("span", { class: "dim", text: action.gloss }));
    const own = this.model.where?.seat && !this.model.where.is_replay ? [h("li", {}, h("button", { onclick: () => (close(), this.ask("link")), text: t("seat-link") }), h("span", { class: "dim", text: t("seat-link-why") }))] : [];
    const close = open(t("more-acts"), [h("ul", { class: "acts" }, ...own, ...this.model.actions.map(row))]);
  }

  /** Ask what belongs to an action: its arguments, and the reason. @param {Action} action */
  #openForm(action) {
    const verb = (action.usage ?? "").split(" ")[0];
    const input = h("input", { id: "typed", maxlength: 500, autocomplete: "off", placeholder: action.usage, oninput: () => this.#complete(verb, input, offers) });
    const offers = h("div", { class: "choices" });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          this.ask("act", { name: action.name, typed: input.value });
        },
      },
      h("p", { text: action.gloss }),
      h("label", { for: "typed", text: `${t("reason")}${t("colon")}${action.usage}` }),
      input,
      offers,
      h("button", { class: "main", text: t("do-it") }),
    );
    const close = open(action.label, [form], () => (this.offered = null));
    input.focus();
    this.#complete(verb, input, offers);
  }

  /** @type {((found: {text: string, offers: import("./types").Offer[]}) => void) | null} */
  offered = null;

  /** @param {string} verb @param {HTMLInputElement} input @param {HTMLElement} list */
  #complete(verb, input, list) {
    const typed = `:${verb} ${input.value}`;
    this.offered = (found) => {
      if (found.text !== typed) return;
      const take = (/** @type {string} */ text) => {
        input.value = `${text.slice(verb.length + 2)} `;
        input.focus();
        this.#complete(verb, input, list);
      };
      list.replaceChildren(...found.offers.map((offer) => h("button", { type: "button", onclick: () => take(offer.text) }, h("b", { text: offer.text.split(" ").at(-1) }), h("span", { text: offer.gloss }))));
    };
    this.ask("suggest", { sheet: "", text: typed });
  }

  /** @param {{number: number, text: string}} question */
  asked(question) {
    let yes = false;
    const answer = (/** @type {boolean} */ value) => {
      yes = value;
      close();
    };
    const close = open(
      t("title"),
      [
        h("p", { class: "question", text: question.text }),
        h("div", { class: "row" }, h("button", { class: "main", id: "yes", onclick: () => answer(true), text: t("yes") }), h("button", { id: "no", onclick: () => answer(false), text: t("no") })),
      ],
      () => this.ask("answer", { number: question.number, yes }),
    );
    $("yes").focus();
  }

  /** @param {{title: string, lines: string[]}} found */
  read(found) {
    open(found.title, found.lines.map((text) => h("p", { text })));
  }

  /** @param {import("./types").SeatLink} found */
  link(found) {
    const field = h("input", { readonly: true, value: found.link, "aria-label": t("seat-link"), onfocus: () => field.select() });
    const copy = () => {
      field.select();
      document.execCommand("copy");
      notify(t("copied"));
    };
    open(t("seat-link"), [
      h("p", { text: found.text }),
      code(found.width, found.path),
      h("div", { class: "row" }, field, h("button", { onclick: copy, text: t("copy") })),
      found.command ? h("p", { class: "dim" }, `${t("command-too")} `, h("code", { text: found.command })) : "",
      h("p", { class: "advice", text: t("secret") }),
    ]);
  }
}

/** @param {Said} line */
const said = (line) =>
  h("li", { class: [line.mine && "mine", line.private && "private"].filter(Boolean).join(" ") }, h("time", { text: line.at }), line.who && h("b", { text: `${line.who} ` }), h("span", { text: line.text }));

/** Minutes and seconds, rounded up. @param {number} left */
function clockText(left) {
  const whole = Math.ceil(left);
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;
}
