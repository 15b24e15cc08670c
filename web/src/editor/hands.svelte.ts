/** Fingers and mice on the drawing board: pieces, handles, corners of a new shape, and the ground itself. */

import { boxOf, type Point } from "../table/geometry";
import { fitting, held, panned, pinched, toTable, zoomed, type Camera, type Size } from "../table/camera";
import type { Piece } from "../wire";
import type { Board } from "./board.svelte";
import { convex, hull, resized, snap, SNAP, type Handle, type Spot } from "./geometry";
import { centre, shapeOf } from "./plan";

const SLIP = 4;
/** Turning snaps to this many degrees. */
export const TURN = 15;

type Held =
  | { now: "piece"; from: Spot; pieces: Piece[]; moved: boolean }
  | { now: "handle"; handle: Handle; pieces: Piece[] }
  | { now: "turn"; about: Spot; from: number; pieces: Piece[] }
  | { now: "ground"; last: Point; moved: boolean }
  | { now: "box"; from: Spot; to: Spot }
  | { now: "pinch"; from: [Point, Point]; camera: Camera };

export class Hands {
  view = $state.raw<Size>({ width: 0, height: 0 });
  #camera = $state.raw<Camera | null>(null);
  /** Where the pointer or the keys are while a shape is drawn. */
  pen = $state.raw<Spot>([18, 12]);
  #held = $state.raw<Held | null>(null);
  #fingers = new Map<number, Point>();
  readonly board: Board;

  constructor(board: Board) {
    this.board = board;
    this.pen = [snap(board.mat.width / 2), snap(board.mat.height / 2)];
  }

  get camera(): Camera {
    return this.#camera ?? fitting(this.view, this.board.mat);
  }
  get holding(): string {
    return this.#held?.now ?? "";
  }
  /** The rubber band, if there is one. */
  get band(): { from: Spot; to: Spot } | null {
    return this.#held?.now === "box" ? this.#held : null;
  }
  fit(): void {
    this.#camera = null;
  }
  zoom(factor: number): void {
    this.#camera = zoomed(this.camera, this.view, this.board.mat, this.view.width / 2, this.view.height / 2, factor);
  }
  wheel(event: WheelEvent, box: DOMRect): void {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016));
    this.#camera = zoomed(this.camera, this.view, this.board.mat, event.clientX - box.left, event.clientY - box.top, factor);
  }
  /** The inch in the middle of what is shown. */
  get middle(): Spot {
    const { x, y } = held(this.camera, this.view, this.board.mat);
    return [x, y];
  }

  spot(at: Point): Spot {
    return toTable(this.camera, this.view, at[0], at[1]);
  }
  #penned(at: Point, free: boolean): Spot {
    const [x, y] = this.spot(at);
    const step = free ? 0 : SNAP;
    const keep = (value: number, most: number): number => Math.min(Math.max(snap(value, step), 0), most);
    return [keep(x, this.board.mat.width), keep(y, this.board.mat.height)];
  }

  /** A press at a pixel: on a piece, on a handle, on the handle that turns, or on the ground. */
  press(event: PointerEvent, at: Point, on: { piece?: string; handle?: Handle; turn?: boolean }): void {
    if (event.pointerType === "mouse" && event.button > 1) return;
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 2) {
      this.board.hold(null);
      this.#held = { now: "pinch", from: [...this.#fingers.values()] as [Point, Point], camera: this.camera };
      return;
    }
    if (this.#fingers.size > 2) return;
    const { board } = this;
    const pieces = board.layout.pieces;
    if (event.button === 1) this.#held = { now: "ground", last: at, moved: true };
    else if (board.drawing) this.#held = { now: "ground", last: at, moved: false };
    else if (on.handle) this.#held = { now: "handle", handle: on.handle, pieces };
    else if (on.turn) {
      const about = centre(pieces, board.selected);
      this.#held = { now: "turn", about, from: this.#bearing(about, at), pieces };
    } else if (on.piece) {
      const more = event.shiftKey;
      if (more || !board.selected.includes(on.piece)) board.choose(on.piece, more);
      this.#held = { now: "piece", from: this.spot(at), pieces, moved: false };
    } else if (event.shiftKey) this.#held = { now: "box", from: this.spot(at), to: this.spot(at) };
    else this.#held = { now: "ground", last: at, moved: false };
  }

  #bearing(about: Spot, at: Point): number {
    const [x, y] = this.spot(at);
    return (Math.atan2(y - about[1], x - about[0]) * 180) / Math.PI;
  }

  drag(event: PointerEvent, at: Point): void {
    const { board } = this;
    const free = event.ctrlKey || event.metaKey;
    if (board.drawing && event.pointerType === "mouse") this.pen = this.#penned(at, free);
    if (!this.#fingers.has(event.pointerId)) return;
    const before = this.#fingers.get(event.pointerId)!;
    this.#fingers.set(event.pointerId, at);
    const now = this.#held;
    if (!now) return;
    if (now.now === "pinch") {
      if (this.#fingers.size < 2) return;
      this.#camera = pinched(now.camera, this.view, board.mat, now.from, [...this.#fingers.values()] as [Point, Point]);
    } else if (now.now === "ground") {
      if (!now.moved && Math.hypot(at[0] - now.last[0], at[1] - now.last[1]) < SLIP) return;
      this.#camera = panned(this.camera, this.view, board.mat, at[0] - before[0], at[1] - before[1]);
      this.#held = { ...now, moved: true };
    } else if (now.now === "box") this.#held = { ...now, to: this.spot(at) };
    else if (now.now === "piece") this.#dragPieces(now, at, free);
    else if (now.now === "handle") board.hold(board.reshape((shape) => resized(shape, now.handle, this.spot(at), free ? 0 : SNAP), now.pieces));
    else if (now.now === "turn") {
      const degrees = this.#bearing(now.about, at) - now.from;
      board.hold(board.turn(snap(degrees, free ? 0 : TURN), now.pieces));
    }
  }

  /** What snaps is the lower left corner of all that is moved, so that pieces line up with the grid and each other. */
  #dragPieces(now: Extract<Held, { now: "piece" }>, at: Point, free: boolean): void {
    const { board } = this;
    const [x, y] = this.spot(at);
    const [dx, dy] = [x - now.from[0], y - now.from[1]];
    if (!now.moved && Math.hypot(dx, dy) * this.camera.px < SLIP) return;
    this.#held = { ...now, moved: true };
    const box = boxOf(now.pieces.filter((piece) => board.selected.includes(piece.id ?? "")).flatMap((piece) => piece.polygon));
    const step = free ? 0 : SNAP;
    board.hold(board.shift(snap(box.x0 + dx, step) - box.x0, snap(box.y0 + dy, step) - box.y0, now.pieces));
  }

  release(event: PointerEvent, at: Point): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    const now = this.#held;
    if (this.#fingers.size) return;
    this.#held = null;
    const { board } = this;
    if (event.type === "pointercancel") return board.hold(null);
    if (now?.now === "ground" && !now.moved) {
      if (board.drawing) {
        this.pen = this.#penned(at, event.ctrlKey || event.metaKey);
        this.corner();
      } else board.choose("");
    } else if (now?.now === "box") {
      const area = boxOf([now.from, now.to]);
      const inside = board.pieces.filter((piece) => shapeOf(piece).every(([x, y]) => x >= area.x0 && x <= area.x1 && y >= area.y0 && y <= area.y1));
      board.selected = inside.map((piece) => piece.id ?? "");
    } else board.drop();
  }

  /** Set a corner where the pen is; the first corner again closes the shape. */
  corner(): void {
    const corners = this.board.drawing ?? [];
    const first = corners[0];
    const near = 12 / this.camera.px;
    if (first && corners.length > 2 && Math.hypot(first[0] - this.pen[0], first[1] - this.pen[1]) < near) this.close();
    else this.board.drawing = [...corners, this.pen];
  }
  /** Make a piece of the corners; small dents are for the one who drew them to take out. */
  close(): void {
    const corners = this.board.drawing ?? [];
    this.board.drawing = null;
    if (hull(corners).length < 3) return;
    this.board.add("shape", "Shape", [{ shape: convex(corners) ? corners : corners.length > 3 ? corners : hull(corners), height: 2 }]);
  }
}
