/** A layout as plain data: every change makes a new one, so that undo can keep the old. */

import { joined, waits } from "./kinds";
import type { Piece, TablePlan } from "../wire";
import { boxOf, middle } from "../table/geometry";
import { alike, mirrored, moved, onMat, overlaps, pushedOn, rotated, snap, tidy, type Mat, type Shape, type Spot, type Symmetry } from "./geometry";

export interface Layout {
  id: string;
  name: string;
  note: string;
  mat: string;
  /** How large the mat is; nothing for the usual size of the book. */
  width?: number;
  height?: number;
  pieces: Piece[];
}

export const MATS = ["colony", "yard", "reactor", "canyon", "ice", "deep"] as const;
const LONGEST_NAME = 200;
export const MOST_PIECES = 60;
const MOST_CORNERS = 40;
/** Parts of one thing (the arms of a corner) share what stands before this in their ids. */
const JOINT = "/";

/** Something in the palette: its parts around the origin. */
export interface Template {
  id: string;
  name: string;
  height: number;
  parts: Shape[];
}

/** A part of something that is laid: its shape on the mat, and what it means. */
export interface Part {
  shape: Shape;
  height: number;
  traits?: string[];
}

function box(x0: number, y0: number, x1: number, y1: number): Shape {
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}
function ring(corners: number, radius: number): Shape {
  // the first edge lies flat at the bottom, so that a piece fresh from the palette is not turned
  const first = -Math.PI / 2 - Math.PI / corners;
  return Array.from({ length: corners }, (_, k) => {
    const angle = first + (k * 2 * Math.PI) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

export const PALETTE: readonly Template[] = [
  { id: "wall", name: "Wall", height: 2, parts: [box(-2, -0.5, 2, 0.5)] },
  { id: "box", name: "Box", height: 2, parts: [box(-1, -1, 1, 1)] },
  { id: "block", name: "Block", height: 4, parts: [box(-1.5, -1.75, 1.5, 1.75)] },
  { id: "corner", name: "Corner", height: 2.5, parts: [box(-2, -2, 2, -1), box(-2, -1, -1, 2)] },
  { id: "hexagon", name: "Hexagon", height: 3, parts: [ring(6, 1.75)] },
  { id: "octagon", name: "Octagon", height: 3, parts: [ring(8, 1.75)] },
  { id: "rubble", name: "Rubble", height: 0.75, parts: [box(-1, -1, 1, 1)] },
];

export function shapeOf(piece: Piece): Shape {
  return piece.polygon as Shape;
}

export function group(id: string): string {
  return id.includes(JOINT) ? id.slice(0, id.indexOf(JOINT)) : id;
}

/** The ids of everything that belongs together with a piece. */
export function together(pieces: Piece[], id: string): string[] {
  return pieces.filter((piece) => group(piece.id ?? "") === group(id)).map((piece) => piece.id ?? "");
}

/** Every piece with an id of its own. */
export function numbered(pieces: Piece[]): Piece[] {
  const seen = new Set<string>();
  return pieces.map((piece, n) => {
    let id = piece.id || `piece-${n + 1}`;
    while (seen.has(id)) id = `${id}x`;
    seen.add(id);
    return { ...piece, id };
  });
}

function freeId(pieces: Piece[], word: string): string {
  const taken = new Set(pieces.map((piece) => group(piece.id ?? "")));
  let n = 1;
  while (taken.has(`${word}-${n}`)) n++;
  return `${word}-${n}`;
}

/** The piece that is where the symmetry puts this one; itself if it lies on the axis. */
export function twinOf(pieces: Piece[], piece: Piece, symmetry: Symmetry, mat: Mat): Piece | undefined {
  if (symmetry === "none") return undefined;
  const wanted = mirrored(shapeOf(piece), symmetry, mat);
  if (alike(wanted, shapeOf(piece))) return piece;
  return pieces.find((other) => other !== piece && alike(shapeOf(other), wanted));
}

/** Change some pieces, and what lies opposite of them with them. */
export function changed(pieces: Piece[], ids: readonly string[], symmetry: Symmetry, mat: Mat, change: (piece: Piece) => Piece): Piece[] {
  const made = new Map<string, Piece>();
  for (const id of ids) {
    const piece = pieces.find((one) => one.id === id);
    if (!piece || made.has(id)) continue;
    const next = change(piece);
    next.polygon = tidy(shapeOf(next));
    made.set(id, next);
    const twin = twinOf(pieces, piece, symmetry, mat);
    if (twin && twin !== piece && !made.has(twin.id ?? "")) {
      made.set(twin.id ?? "", { ...twin, height: next.height, polygon: tidy(mirrored(shapeOf(next), symmetry, mat)) });
    }
  }
  return pieces.map((piece) => made.get(piece.id ?? "") ?? piece);
}

/** Without some pieces, and without what lies opposite of them. */
export function without(pieces: Piece[], ids: readonly string[], symmetry: Symmetry, mat: Mat): Piece[] {
  const gone = new Set(ids);
  for (const piece of pieces) {
    if (!ids.includes(piece.id ?? "")) continue;
    const twin = twinOf(pieces, piece, symmetry, mat);
    if (twin) gone.add(twin.id ?? "");
  }
  return pieces.filter((piece) => !gone.has(piece.id ?? ""));
}

/** With new parts under one name, and their twins; the ids of the parts are told as well. */
export function withParts(
  pieces: Piece[],
  word: string,
  name: string,
  parts: Part[],
  symmetry: Symmetry,
  mat: Mat,
): { pieces: Piece[]; ids: string[] } {
  const add = (list: Piece[], shapes: Shape[]): { list: Piece[]; ids: string[] } => {
    const id = freeId(list, word);
    const ids = shapes.map((_, n) => (shapes.length > 1 ? `${id}${JOINT}${n + 1}` : id));
    const more = shapes.map((shape, n): Piece => {
      const { height, traits } = parts[n]!;
      return { polygon: tidy(shape), height, id: ids[n], name, ...(traits?.length ? { traits } : {}) };
    });
    return { list: [...list, ...more], ids };
  };
  const shapes = parts.map((part) => part.shape);
  const first = add(pieces, shapes);
  if (symmetry === "none") return { pieces: first.list, ids: first.ids };
  const twins = shapes.map((shape) => mirrored(shape, symmetry, mat));
  if (shapes.every((shape, n) => alike(shape, twins[n]!))) return { pieces: first.list, ids: first.ids };
  return { pieces: add(first.list, twins).list, ids: first.ids };
}

/** Pieces that wait for another one get it: what lies opposite, or else another that waits. */
export function paired(pieces: Piece[], symmetry: Symmetry, mat: Mat): Piece[] {
  const waiting = pieces.filter((piece) => waits(piece.traits));
  return pieces.map((piece) => {
    if (!waiting.includes(piece)) return piece;
    const others = waiting.filter((other) => other !== piece);
    const twin = twinOf(pieces, piece, symmetry, mat);
    const other = twin && others.includes(twin) ? twin : others.length === 1 ? others[0] : undefined;
    return { ...piece, traits: joined(piece.traits ?? [], other?.id) };
  });
}

/** Every piece with its twin. */
export function completed(pieces: Piece[], symmetry: Symmetry, mat: Mat): Piece[] {
  let all = pieces;
  for (const piece of pieces) {
    if (twinOf(all, piece, symmetry, mat)) continue;
    const polygon = tidy(mirrored(shapeOf(piece), symmetry, mat));
    all = [...all, { ...piece, polygon, id: freeId(all, group(piece.id ?? "piece").replace(/-\d+$/, "")) }];
  }
  return all;
}

/** How many pieces have no twin. */
export function lonely(pieces: Piece[], symmetry: Symmetry, mat: Mat): number {
  return symmetry === "none" ? 0 : pieces.filter((piece) => !twinOf(pieces, piece, symmetry, mat)).length;
}

/** Somebody should be able to pass between two pieces. */
const PASSAGE = 1.5;

/** Room for parts near a spot: the nearest place with a passage around them and their twins, or at least room. */
export function room(pieces: Piece[], parts: Shape[], near: Spot, symmetry: Symmetry, mat: Mat): Spot {
  return nearest(pieces, parts, near, symmetry, mat, PASSAGE) ?? nearest(pieces, parts, near, symmetry, mat, 0) ?? [snap(near[0]), snap(near[1])];
}

function nearest(pieces: Piece[], parts: Shape[], near: Spot, symmetry: Symmetry, mat: Mat, gap: number): Spot | undefined {
  const [cx, cy] = [snap(near[0]), snap(near[1])];
  for (let away = 0; away < Math.max(mat.width, mat.height); away += 0.5) {
    const steps = Math.max(1, Math.round(away * 8));
    for (let n = 0; n < steps; n++) {
      const angle = (n / steps) * 2 * Math.PI;
      const [x, y] = [snap(cx + away * Math.cos(angle)), snap(cy + away * Math.sin(angle))];
      const there = parts.map((part) => moved(part, x, y));
      if (free(pieces, there, symmetry, mat, gap)) return [x, y];
    }
  }
  return undefined;
}

function free(pieces: Piece[], there: Shape[], symmetry: Symmetry, mat: Mat, gap: number): boolean {
  if (!there.every((shape) => onMat(shape, mat))) return false;
  const wide = gap ? there.map((shape) => swollen(shape, gap)) : there;
  const twins = symmetry === "none" ? [] : wide.map((shape) => mirrored(shape, symmetry, mat));
  if (twins.some((twin) => there.some((shape) => overlaps(shape, twin)))) return false;
  return !pieces.some((piece) => [...wide, ...twins].some((shape) => overlaps(shape, shapeOf(piece))));
}

/** The box around a shape, larger on all sides. */
function swollen(shape: Shape, by: number): Shape {
  const { x0, y0, x1, y1 } = boxOf(shape);
  return box(x0 - by, y0 - by, x1 + by, y1 + by);
}

/** Some pieces turned together about their common middle. */
export function turned(pieces: Piece[], ids: readonly string[], degrees: number, symmetry: Symmetry, mat: Mat): Piece[] {
  const about = centre(pieces, ids);
  return changed(pieces, ids, symmetry, mat, (piece) => ({ ...piece, polygon: rotated(shapeOf(piece), degrees, about) }));
}

/** Some pieces moved together, but not off the mat. */
export function shifted(pieces: Piece[], ids: readonly string[], dx: number, dy: number, symmetry: Symmetry, mat: Mat): Piece[] {
  const there = pieces.filter((piece) => ids.includes(piece.id ?? "")).map((piece) => moved(shapeOf(piece), dx, dy));
  if (!there.length) return pieces;
  const [px, py] = pushedOn(there, mat);
  return changed(pieces, ids, symmetry, mat, (piece) => ({ ...piece, polygon: moved(shapeOf(piece), dx + px, dy + py) }));
}

/** The common middle of some pieces: of one, that of its ground; of several, that of their ground together. */
export function centre(pieces: Piece[], ids: readonly string[]): Spot {
  const chosen = pieces.filter((piece) => ids.includes(piece.id ?? ""));
  if (chosen.length === 1) return middle(chosen[0]!.polygon);
  const spots = chosen.flatMap((piece) => piece.polygon);
  const xs = spots.map((spot) => spot[0]);
  const ys = spots.map((spot) => spot[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** A layout as it is written to a file or a link. */
export function written(layout: Layout): TablePlan {
  const pieces = layout.pieces.map((piece) => {
    const plain: Piece = { polygon: piece.polygon, height: piece.height ?? 0, id: piece.id };
    if (piece.name) plain.name = piece.name;
    if (piece.kind) plain.kind = piece.kind;
    if (piece.traits?.length) plain.traits = piece.traits;
    return plain;
  });
  const plan: TablePlan = { id: layout.id || "drawn", name: layout.name.trim() || "Unnamed table", pieces };
  if (layout.note) plan.note = layout.note;
  if (layout.width && layout.height) Object.assign(plan, { width: layout.width, height: layout.height });
  return plan;
}

export function same(one: Layout, other: Layout): boolean {
  return one.mat === other.mat && JSON.stringify(written(one)) === JSON.stringify(written(other));
}

export function layoutOf(plan: TablePlan, mat: string): Layout {
  const size = plan.width && plan.height ? { width: plan.width, height: plan.height } : {};
  return { id: "drawn", name: plan.name || plan.id, note: plan.note ?? "", mat, ...size, pieces: numbered(plan.pieces) };
}

/** A layout in figures, always with its size: those of one game may be of several. */
export function inFigures(layout: Layout, mat: Mat): string {
  const count = layout.pieces.length;
  return `${count} piece${count === 1 ? "" : "s"}, ${layout.width || mat.width} × ${layout.height || mat.height}″`;
}

export function copied(layout: Layout): Layout {
  const found = /^(.*?) \((\d+)\)$/.exec(layout.name);
  return { ...layout, name: found ? `${found[1]} (${Number(found[2]) + 1})` : `${layout.name} (2)` };
}

/** A layout from whatever somebody handed in, or words about what is wrong with it. */
export function readPlan(value: unknown): TablePlan {
  const found = object(value, "a table");
  if (!Array.isArray(found.pieces)) throw new Error("A table has a list of pieces; this has none.");
  if (found.pieces.length > MOST_PIECES) throw new Error(`A table of ${found.pieces.length} pieces is too many; ${MOST_PIECES} are enough.`);
  const pieces = found.pieces.map((piece, n) => readPiece(piece, n + 1));
  const plan: TablePlan = { id: word(found.id) || "drawn", name: word(found.name) || "Imported table", note: word(found.note), pieces };
  const [width, height] = [figure(found.width), figure(found.height)];
  return width > 0 && height > 0 ? { ...plan, width, height } : plan;
}

function readPiece(value: unknown, number: number): Piece {
  const found = object(value, `piece ${number}`);
  const corners = found.polygon;
  if (!Array.isArray(corners) || corners.length < 3 || corners.length > MOST_CORNERS) throw new Error(`Piece ${number} needs 3 to ${MOST_CORNERS} corners.`);
  const polygon = corners.map((corner): Spot => {
    const [x, y] = Array.isArray(corner) ? (corner as unknown[]) : [];
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x + y)) throw new Error(`A corner of piece ${number} is no pair of figures.`);
    return [x, y];
  });
  const traits = Array.isArray(found.traits) ? found.traits.map(word).filter(Boolean) : [];
  const piece: Piece = { polygon, height: figure(found.height), id: word(found.id), name: word(found.name), kind: word(found.kind) };
  return traits.length ? { ...piece, traits } : piece;
}

function figure(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function word(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST_NAME) : "";
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`Expected ${what}, found something else.`);
  return value as Record<string, unknown>;
}
