/** Plays the motions of one action, once. */

import type { ModelView, Motion, Scene } from "../wire";
import type { Point } from "./geometry";
import { acts, mover, progress, spotAt, staged, still, total, type Act, type Timed } from "./motions";

export class Player {
  /** What runs, and since how many milliseconds. */
  timed = $state.raw<Timed[]>([]);
  time = $state(0);
  /** Ways that were jumped, for those who asked for less motion. */
  /** The acts of what runs, where there are several: then somebody may want to skip them. */
  acts = $state.raw<Act[]>([]);
  trails = $state.raw<{ model: string; path: Point[] }[]>([]);
  #fading = 0;
  #frame = 0;
  #end: (() => void) | undefined;
  /** Everybody as last seen on the mat: somebody who has just left is still drawn while fading. */
  #seen = new Map<string, ModelView>();
  #latest = new Map<string, ModelView>();
  /** Everybody as they were in the scene before the present one. */
  #before = new Map<string, ModelView>();

  get running(): boolean {
    return this.timed.length > 0;
  }

  remember(scene: Scene): void {
    this.#before = this.#latest;
    this.#latest = new Map(Object.entries(scene.models));
    for (const model of Object.values(scene.models)) if (model.at && !model.gone) this.#seen.set(model.id, model);
  }

  play(motions: Motion[], finished?: () => void, who: (model: string) => string = (model) => model): void {
    cancelAnimationFrame(this.#frame);
    this.#end?.();
    this.#end = finished;
    const jump = still();
    const travel = (motion: Motion): boolean => motion.kind === "move" || motion.kind === "push";
    const wanted = jump ? motions.filter((motion) => !travel(motion)) : motions;
    this.#leave(jump ? motions.filter(travel) : []);
    if (!motions.length) {
      this.#end = undefined;
      this.timed = [];
      this.acts = [];
      return;
    }
    // What was jumped is over at once: nobody waits for what does not move.
    const shown = staged(jump ? [wanted] : acts(wanted, who));
    this.timed = shown.timed;
    this.acts = shown.acts;
    this.time = 0;
    const whole = total(this.timed);
    const start = performance.now();
    const step = (now: number): void => {
      this.time = Math.max(now - start, 0);
      if (this.time < whole) this.#frame = requestAnimationFrame(step);
      else this.skip();
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Be at the end at once. */
  skip(): void {
    cancelAnimationFrame(this.#frame);
    this.timed = [];
    this.acts = [];
    const end = this.#end;
    this.#end = undefined;
    end?.();
  }

  /** Which act runs, of those there are. */
  get act(): number {
    return this.acts.findLastIndex((one) => one.start <= this.time);
  }

  /** A model as it is to be drawn: as it was until what befalls it has been shown, and nothing before it has come. */
  seen(model: ModelView): ModelView | null {
    if (!this.acts.length) return model;
    let before: ModelView | null = model;
    for (const one of this.timed) {
      const about = one.motion.kind === "place" ? one.motion.model === model.id : one.motion.target === model.id;
      if (!about || progress(one, this.time) >= (one.motion.kind === "place" ? 0 : 1)) continue;
      before = one.motion.kind === "place" ? null : before && { ...before, figure: this.#before.get(model.id)?.figure ?? before.figure };
    }
    return before;
  }

  #leave(ways: Motion[]): void {
    window.clearTimeout(this.#fading);
    this.trails = ways.map((motion) => ({ model: mover(motion), path: (motion.path ?? []) as Point[] }));
    if (ways.length) this.#fading = window.setTimeout(() => (this.trails = []), 2000);
  }

  /** Where a model is drawn now. */
  spot(model: ModelView): Point | null {
    return (this.timed.length ? spotAt(this.timed, model.id, this.time) : null) ?? (model.at as Point | null) ?? null;
  }

  /** How bright a model's ring flashes. */
  flash(id: string): number {
    let most = 0;
    for (const one of this.timed) {
      if (one.motion.kind !== "hit" || (one.motion.target || one.motion.model) !== id) continue;
      const t = progress(one, this.time);
      if (t >= 0) most = Math.max(most, 1 - t);
    }
    return most;
  }

  /** Those on their way out: who, where last seen, and how much of them is left. */
  get leaving(): { model: ModelView; left: number }[] {
    const out: { model: ModelView; left: number }[] = [];
    for (const one of this.timed) {
      if (one.motion.kind !== "remove") continue;
      const model = this.#seen.get(one.motion.model || one.motion.target || "");
      if (model) out.push({ model: { ...model, at: spotAt(this.timed, model.id, this.time) ?? model.at }, left: 1 - Math.max(progress(one, this.time), 0) });
    }
    return out;
  }

  /** Somebody as last seen, also after leaving. */
  last(id: string): ModelView | undefined {
    return this.#seen.get(id);
  }

  /** Shots in the air. */
  shots(): { from: string; to: string; t: number }[] {
    return this.#now("shot").map(({ motion, t }) => ({ from: motion.model ?? "", to: motion.target ?? "", t }));
  }

  /** Bursts over an area. */
  areas(): { at: Point; radius: number; t: number }[] {
    return this.#now("area").flatMap(({ motion, t }) => {
      const at = motion.path?.at(-1) as Point | undefined;
      return at && motion.radius ? [{ at, radius: motion.radius, t }] : [];
    });
  }

  #now(kind: Motion["kind"]): { motion: Motion; t: number }[] {
    return this.timed
      .filter((one) => one.motion.kind === kind)
      .map((one) => ({ motion: one.motion, t: progress(one, this.time) }))
      .filter((one) => one.t >= 0);
  }
}
