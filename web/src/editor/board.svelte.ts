/** The table on the drawing board: its pieces, what is chosen, what the rules say of it, and whether it is kept. */

import { api } from "../app/api";
import { newKey, Shelf } from "../app/drafts";
import { Past } from "../app/history.svelte";
import { Latest } from "../app/latest.svelte";
import type { FaultView, GameSheet, LayoutView, Piece } from "../wire";
import { general, kindsOf, type Kind } from "./kinds";
import { moved, type Mat, type Shape, type Spot, type Symmetry } from "./geometry";
import { centre, changed, completed, lonely, MOST_PIECES, paired, room, same, shapeOf, shifted, together, turned, twinOf, withParts, without, written, type Layout, type Part, type Template } from "./plan";

export const shelf = new Shelf<Layout>("sightline.tables");

export class Board {
  readonly sheet: GameSheet;
  readonly mat: Mat;
  /** What pieces of this book are, as its tables show it; none where a height says it all. */
  readonly kinds: Kind[];
  readonly past: Past<Layout>;
  readonly check: Latest<Layout, LayoutView>;
  key: string;
  /** The preset it began as: as long as nothing has changed, it still is that. */
  readonly preset: string;
  saved = $state("");
  saving = $state(false);
  failed = $state("");
  selected = $state.raw<string[]>([]);
  symmetry = $state<Symmetry>("turn");
  /** Corners of a shape that is being drawn; null while none is. */
  drawing = $state.raw<Spot[] | null>(null);
  /** The pieces while something is held; the history learns of it when it is let go. */
  #held = $state.raw<Piece[] | null>(null);
  #kept = $state.raw() as Layout;
  /** What somebody last said that a piece is; at first what most pieces of this book are, for one without any meaning is in nobody's way. */
  #said: Kind | undefined;

  constructor(sheet: GameSheet, layout: Layout, given: { key?: string; saved?: string; kept?: Layout; preset?: string } = {}) {
    this.sheet = sheet;
    this.kinds = kindsOf(sheet.tables);
    this.#said = this.kinds[0];
    this.mat = { width: layout.width || sheet.width, height: layout.height || sheet.height };
    this.past = new Past(layout);
    this.check = new Latest((asked) => api.layout(sheet.id, written(asked)));
    this.key = given.key ?? newKey();
    this.saved = given.saved ?? "";
    this.preset = given.preset ?? "";
    this.#kept = given.kept ?? layout;
    this.check.ask(layout);
    // What was made by hand without symmetry must not grow twins of itself.
    if (layout.pieces.length && lonely(layout.pieces, "turn", this.mat)) this.symmetry = "none";
  }

  get layout(): Layout {
    return this.past.now;
  }
  get pieces(): Piece[] {
    return this.#held ?? this.layout.pieces;
  }
  get chosen(): Piece[] {
    return this.pieces.filter((piece) => this.selected.includes(piece.id ?? ""));
  }
  get changed(): boolean {
    return !same(this.layout, this.#kept);
  }
  get full(): boolean {
    return this.layout.pieces.length >= MOST_PIECES;
  }
  get faults(): FaultView[] {
    return this.check.answer?.faults ?? [];
  }
  get legal(): boolean {
    return this.check.fresh && this.faults.length === 0;
  }
  get lonely(): number {
    return lonely(this.layout.pieces, this.symmetry, this.mat);
  }
  /** What lies opposite of the chosen. */
  get twins(): Piece[] {
    const found = this.chosen.map((piece) => twinOf(this.pieces, piece, this.symmetry, this.mat));
    return found.filter((piece): piece is Piece => !!piece && !this.selected.includes(piece.id ?? ""));
  }

  set(layout: Layout, merge = ""): void {
    this.#held = null;
    this.past.push(layout, merge);
    this.#after();
  }
  setPieces(pieces: Piece[], merge = ""): void {
    if (pieces !== this.layout.pieces) this.set({ ...this.layout, pieces }, merge);
  }
  undo(): void {
    this.past.undo();
    this.#after();
  }
  redo(): void {
    this.past.redo();
    this.#after();
  }
  #after(): void {
    this.selected = this.selected.filter((id) => this.layout.pieces.some((piece) => piece.id === id));
    this.check.ask(this.layout);
    if (this.changed) {
      shelf.put({ key: this.key, game: this.sheet.id, value: this.layout, saved: this.saved });
      history.replaceState(null, "", `/tables/edit?draft=${this.key}`);
    } else shelf.drop(this.key);
  }

  /** Choose a piece with all that belongs to it; `more` adds it or takes it out again. */
  choose(id: string, more = false): void {
    const ids = id ? together(this.pieces, id) : [];
    if (!more) this.selected = ids;
    else if (ids.every((one) => this.selected.includes(one))) this.selected = this.selected.filter((one) => !ids.includes(one));
    else this.selected = [...new Set([...this.selected, ...ids])];
  }

  /** Show how it would be while something is held. */
  hold(pieces: Piece[] | null): void {
    this.#held = pieces;
  }
  /** Let go: what is shown becomes what is. */
  drop(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.setPieces(held);
  }

  shift(dx: number, dy: number, from = this.layout.pieces): Piece[] {
    return shifted(from, this.selected, dx, dy, this.symmetry, this.mat);
  }
  turn(degrees: number, from = this.layout.pieces): Piece[] {
    return turned(from, this.selected, degrees, this.symmetry, this.mat);
  }
  reshape(change: (shape: Shape) => Shape, from = this.layout.pieces): Piece[] {
    return changed(from, this.selected, this.symmetry, this.mat, (piece) => ({ ...piece, polygon: change(shapeOf(piece)) }));
  }
  raise(height: (now: number) => number, merge = ""): void {
    const to = (piece: Piece): number => Math.min(Math.max(Math.round(height(piece.height ?? 0) * 100) / 100, 0), 100);
    this.setPieces(changed(this.layout.pieces, this.selected, this.symmetry, this.mat, (piece) => ({ ...piece, height: to(piece) })), merge);
  }
  /** What a piece is, whichever other it belongs to. */
  general(piece: Piece): string[] {
    return general(piece.traits, new Set(this.layout.pieces.map((one) => one.id ?? "")));
  }
  /** Say what the chosen are, and their twins with them. */
  mean(kind: Kind | undefined): void {
    const ids = [...this.selected, ...this.twins.map((piece) => piece.id ?? "")];
    this.#said = kind;
    const said = { traits: kind?.traits ?? [], kind: kind?.kind ?? "" };
    const pieces = this.layout.pieces.map((piece) => (ids.includes(piece.id ?? "") ? { ...piece, ...said } : piece));
    this.setPieces(paired(pieces, this.symmetry, this.mat));
  }
  rename(name: string): void {
    const pieces = this.layout.pieces.map((piece) => (this.selected.includes(piece.id ?? "") ? { ...piece, name } : piece));
    this.setPieces(pieces, `name ${this.selected[0]}`);
  }
  remove(): void {
    if (this.selected.length) this.setPieces(without(this.layout.pieces, this.selected, this.symmetry, this.mat));
  }
  complete(): void {
    this.setPieces(completed(this.layout.pieces, this.symmetry, this.mat));
  }

  /** Lay a piece of the palette where there is room nearest to a spot, or exactly there. */
  place(template: Template, near: Spot, exactly = false): void {
    const { pieces } = this.layout;
    const at = exactly ? near : room(pieces, template.parts, near, this.symmetry, this.mat);
    this.add(template.id, template.name, template.parts.map((part) => ({ shape: moved(part, at[0], at[1]), height: template.height })));
  }
  /** Lay parts under one name; they are what somebody last said that pieces are. */
  add(word: string, name: string, parts: Part[]): void {
    const meant = parts.map((part) => ({ traits: this.#said?.traits, ...part }));
    const made = withParts(this.layout.pieces, word, name, meant, this.symmetry, this.mat);
    this.setPieces(paired(made.pieces, this.symmetry, this.mat));
    this.selected = made.ids;
  }
  /** The chosen once more, beside themselves. */
  duplicate(): void {
    const { chosen } = this;
    if (!chosen.length) return;
    const [cx, cy] = centre(this.pieces, this.selected);
    const shapes = chosen.map((piece) => moved(shapeOf(piece), -cx, -cy));
    const at = room(this.layout.pieces, shapes, [cx, cy], this.symmetry, this.mat);
    const word = (chosen[0]!.id ?? "piece").replace(/[-/].*$/, "");
    this.add(word, chosen[0]!.name ?? "", shapes.map((shape, n) => ({ shape: moved(shape, at[0], at[1]), height: chosen[n]!.height ?? 0, traits: this.general(chosen[n]!) })));
  }

  async save(): Promise<void> {
    const { layout } = this;
    this.saving = true;
    this.failed = "";
    try {
      const brief = await api.saveTable(this.sheet.id, written(layout), layout.mat, this.saved);
      this.saved = brief.saved ?? "";
      this.#kept = layout;
      if (!this.changed) shelf.drop(this.key);
      history.replaceState(null, "", `/tables/edit?game=${this.sheet.id}&saved=${this.saved}`);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.saving = false;
    }
  }
}
