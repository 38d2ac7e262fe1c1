// The parts that the server of this page sends, for the check of types. No browser loads this file.

export type Words = Record<string, string>;
export type Point = [number, number];
export interface Place { key: string; at: Point; ground: string; label?: string; label_at?: Point; outline?: number; name?: string; slot?: number }
export interface Stroke { kind: string; points: Point[] }
export interface Caption { text: string; at: Point; size: number }
export interface Shape {
  width: number; height: number; letter: number; token: Point; places: Place[]; outlines: Point[][];
  grounds: { key: string; name: string; sign?: string }[]; strokes?: Stroke[]; captions?: Caption[];
}
export interface Kind { key: string; slot: number; owner: string; letters: string; name: string; plural?: string; form?: string }
export interface Token { kind: string; place: string; count?: number; state?: string; note?: string; at?: Point; size?: Point }
export interface Change { put?: Token[]; gone?: [string, string][]; kinds?: Kind[] }
export interface Mark { place: string; kind: string; sign?: string; slot?: number; text?: string }
export interface Leg { start: string; end: string; kind: string; text?: string; slot?: number }
export interface Slide { kind: string; count: number; start: string; end: string }
export interface Panel { rows: { cells: string[]; owner?: string; slot?: number; place?: string }[]; title?: string; right?: string }
export interface Chip { letter: string; slot: number }
export interface TableLine {
  table: string; name: string; game: string; stage: string; free?: string[]; players?: string[]; seats?: number;
  password?: boolean; tournament?: boolean; gathers?: boolean;
}
export interface Where {
  table?: string; name?: string; game?: string; seat?: string; chips?: Chip[]; role?: string; is_replay?: boolean;
  may_talk?: boolean; may_write?: boolean; referees?: boolean; phase?: number;
}
export interface Stage { code: string; text: string; hint?: string; about?: string; sealed?: string; link?: string; result?: string }
export interface Clock { left: number; runs?: boolean; length?: number; alarms?: number[]; stopped?: string }
export interface Seat { seat: string; name?: string; chips?: Chip[]; state?: string; text?: string; you?: boolean; bot?: boolean; host?: boolean }
export interface Line { text: string; advice?: string; stored?: boolean }
export interface Sheet {
  key: string; name: string; slot?: number; lines?: Line[]; usage?: string; progress?: string; otherwise?: string;
  is_full?: boolean; is_sealed?: boolean;
}
export interface Said { at: string; text: string; who?: string; mine?: boolean; private?: boolean }
export interface Lines { start: number; lines: Said[] }
export interface Action { name: string; label: string; gloss: string; usage?: string; first?: boolean }
export interface Offer { text: string; gloss: string }
export interface Choice { begun: string; gloss?: string; places?: string[]; whole?: boolean }
export interface Look { place: string; name: string; lines?: string[]; choices?: Choice[] }
export interface Step { text: string; mine?: boolean; change?: Change; marks?: Mark[]; slides?: Slide[] }
export interface ReadSheet { key: string; name: string; slot?: number; who?: string; lines?: Line[] }
export interface Story {
  number: number; phase: number; title: string; seals: string; broken?: boolean; summary?: string[]; before?: string[];
  sheets?: ReadSheet[]; start?: Change; steps?: Step[]; live?: boolean;
}
export interface Held { table: string; seat: string; token: string; name: string }
export interface SeatLink { text: string; link: string; width: number; path: string; command?: string }
export type Message = Record<string, any>;
export interface Model {
  where: Where | null; stage: Stage; clock: Clock | null; seats: Seat[]; sheets: Sheet[]; sheet: string; actions: Action[];
  rounds: number[]; marks: Mark[]; legs: Leg[]; panels: Panel[]; status: string; watchers: string; waiting: string[];
}
export type Ask = (what: string, more?: Record<string, any>) => void;
