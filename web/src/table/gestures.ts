/** Fingers and mice on the table: drag a model, drag the ground, wheel, pinch, double tap, long press. */

import { panned, pinched, toTable, toView, zoomed, type Camera, type Size } from "./camera";
import type { Point } from "./geometry";

/** What the gestures need of the table, and what they tell it. */
export interface Host {
  view(): Size;
  table(): Size;
  camera(): Camera;
  look(camera: Camera): void;
  /** The model under a spot; `slack` is in inches, for fingers. */
  pick(at: Point, slack: number): string | null;
  /** Where a model stands. */
  spot(model: string): Point | null;
  tap(at: Point, model: string | null, event: PointerEvent): void;
  hover(model: string | null, at: Point | null): void;
  dragStart(model: string, at: Point): boolean;
  drag(at: Point): void;
  dragEnd(at: Point, cancelled: boolean): void;
  /** Something is being held: the cursor shows it. */
  holding(what: "" | "pan" | "model"): void;
}

const SLIP = { mouse: 4, touch: 9 };
const LONG = 450;
const DOUBLE = 320;
/** A ghost floats this far above the finger, so that the finger does not hide it. */
const ABOVE = 54;
/** Near an edge the table runs along under a dragged model. */
const EDGE = 26;

type State =
  | { now: "idle" }
  | { now: "press"; from: Point; model: string | null; touch: boolean }
  | { now: "long" }
  | { now: "pan"; last: Point }
  | { now: "pinch"; from: [Point, Point]; camera: Camera }
  | { now: "drag"; off: Point; at: Point; touch: boolean };

export class Gestures {
  #state: State = { now: "idle" };
  #fingers = new Map<number, Point>();
  #timer = 0;
  #frame = 0;
  #tapped: { time: number; at: Point } = { time: 0, at: [0, 0] };
  #host: Host;
  #node: HTMLElement;

  constructor(node: HTMLElement, host: Host) {
    this.#node = node;
    this.#host = host;
  }

  get busy(): boolean {
    return this.#state.now !== "idle";
  }

  #here(event: PointerEvent | WheelEvent): Point {
    const box = this.#node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #inch(at: Point): Point {
    return toTable(this.#host.camera(), this.#host.view(), at[0], at[1]);
  }

  #pick(at: Point, touch: boolean): string | null {
    return this.#host.pick(this.#inch(at), (touch ? 20 : 4) / this.#host.camera().px);
  }

  #set(state: State): void {
    this.#state = state;
    const held = state.now === "drag" ? "model" : state.now === "pan" || state.now === "pinch" ? "pan" : "";
    this.#host.holding(held);
    if (state.now !== "press") window.clearTimeout(this.#timer);
    if (state.now !== "drag") cancelAnimationFrame(this.#frame);
  }

  down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0 && event.button !== 1) return;
    const at = this.#here(event);
    this.#node.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 2) {
      this.cancel();
      this.#set({ now: "pinch", from: [...this.#fingers.values()] as [Point, Point], camera: this.#host.camera() });
      return;
    }
    if (this.#fingers.size > 2) return;
    if (event.button === 1) {
      event.preventDefault();
      this.#set({ now: "pan", last: at });
      return;
    }
    const touch = event.pointerType !== "mouse";
    const model = this.#pick(at, touch);
    this.#set({ now: "press", from: at, model, touch });
    if (touch) {
      this.#timer = window.setTimeout(() => {
        this.#set({ now: "long" });
        this.#host.hover(model, this.#inch(at));
      }, LONG);
    }
  }

  move(event: PointerEvent): void {
    const at = this.#here(event);
    const state = this.#state;
    if (!this.#fingers.has(event.pointerId)) {
      if (event.pointerType === "mouse" && state.now === "idle") this.#host.hover(this.#pick(at, false), this.#inch(at));
      return;
    }
    this.#fingers.set(event.pointerId, at);
    if (state.now === "press") this.#slip(state, at);
    else if (state.now === "drag") this.#drag(state, at);
    else if (state.now === "pan") {
      const { view, table, camera } = this.#seen();
      this.#host.look(panned(camera, view, table, at[0] - state.last[0], at[1] - state.last[1]));
      state.last = at;
    } else if (state.now === "pinch") {
      const { view, table } = this.#seen();
      const to = [...this.#fingers.values()].slice(0, 2) as [Point, Point];
      this.#host.look(pinched(state.camera, view, table, state.from, to));
    }
  }

  /** A press became a drag, of a model if it may be dragged, else of the ground. */
  #slip(state: Extract<State, { now: "press" }>, at: Point): void {
    if (Math.hypot(at[0] - state.from[0], at[1] - state.from[1]) < (state.touch ? SLIP.touch : SLIP.mouse)) return;
    const spot = state.model ? this.#host.spot(state.model) : null;
    if (state.model && spot && this.#host.dragStart(state.model, this.#inch(state.from))) {
      const { view, camera } = this.#seen();
      const [x, y] = toView(camera, view, spot);
      const off: Point = state.touch ? [0, -ABOVE] : [x - state.from[0], y - state.from[1]];
      const drag: State = { now: "drag", off, at, touch: state.touch };
      this.#set(drag);
      this.#drag(drag, at);
      this.#frame = requestAnimationFrame(() => this.#run());
    } else {
      const { view, table, camera } = this.#seen();
      this.#set({ now: "pan", last: at });
      this.#host.look(panned(camera, view, table, at[0] - state.from[0], at[1] - state.from[1]));
    }
  }

  #drag(state: Extract<State, { now: "drag" }>, at: Point): void {
    state.at = at;
    this.#host.drag(this.#inch([at[0] + state.off[0], at[1] + state.off[1]]));
  }

  /** The table runs along while a dragged model is held at an edge of the view. */
  #run(): void {
    const state = this.#state;
    if (state.now !== "drag") return;
    const { view, table, camera } = this.#seen();
    const pull = (at: number, size: number): number => (at < EDGE ? EDGE - at : at > size - EDGE ? size - EDGE - at : 0);
    const dx = pull(state.at[0], view.width) * 0.35;
    const dy = pull(state.at[1], view.height) * 0.35;
    if (dx || dy) {
      const next = panned(camera, view, table, dx, dy);
      if (next.x !== camera.x || next.y !== camera.y) {
        this.#host.look(next);
        this.#drag(state, state.at);
      }
    }
    this.#frame = requestAnimationFrame(() => this.#run());
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    const at = this.#here(event);
    const state = this.#state;
    if (state.now === "pinch") {
      const left = [...this.#fingers.values()][0];
      this.#set(left ? { now: "pan", last: left } : { now: "idle" });
      return;
    }
    this.#set({ now: "idle" });
    if (state.now === "drag") this.#host.dragEnd(this.#inch([at[0] + state.off[0], at[1] + state.off[1]]), false);
    else if (state.now === "long") this.#host.hover(null, null);
    else if (state.now === "press") this.#tap(state, at, event);
  }

  #tap(state: Extract<State, { now: "press" }>, at: Point, event: PointerEvent): void {
    const time = event.timeStamp;
    const again = time - this.#tapped.time < DOUBLE && Math.hypot(at[0] - this.#tapped.at[0], at[1] - this.#tapped.at[1]) < 26;
    this.#tapped = { time: again ? 0 : time, at };
    if (again && !state.model) {
      const { view, table, camera } = this.#seen();
      this.#host.look(zoomed(camera, view, table, at[0], at[1], 1.7));
    } else this.#host.tap(this.#inch(at), state.model, event);
  }

  /** What was tapped has led to something: another tap is the first of its own. */
  forget(): void {
    this.#tapped = { ...this.#tapped, time: 0 };
  }

  lost(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.cancel();
    if (!this.#fingers.size) this.#set({ now: "idle" });
  }

  leave(event: PointerEvent): void {
    if (event.pointerType === "mouse" && !this.busy) this.#host.hover(null, null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#here(event);
    const { view, table, camera } = this.#seen();
    const lines = event.deltaMode === 1 ? 18 : 1;
    // a pinch on a touchpad comes as a wheel with ctrl, in much smaller steps
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015));
    this.#host.look(zoomed(camera, view, table, at[0], at[1], factor));
    if (this.#state.now === "drag") this.#drag(this.#state, at);
  }

  /** Let go of what is dragged, as if it had never been taken up. */
  cancel(): void {
    const state = this.#state;
    if (state.now !== "drag") return;
    this.#set({ now: "idle" });
    this.#host.dragEnd(this.#inch(state.at), true);
  }

  #seen(): { view: Size; table: Size; camera: Camera } {
    return { view: this.#host.view(), table: this.#host.table(), camera: this.#host.camera() };
  }
}
