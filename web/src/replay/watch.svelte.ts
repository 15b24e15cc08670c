/** Where one is in a match, and how it goes on from there. */

import type { Motion, Replay, Scene } from "../wire";
import { actionAt, firstPlace, folded, placeOf, roundsOf, step, type Unit } from "./fold";
import { visible } from "./words";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export const UNITS: { value: Unit; key: string }[] = [
  { value: "action", key: "1" },
  { value: "activation", key: "2" },
  { value: "round", key: "3" },
];

/** Milliseconds a moment is shown at plain speed, by what there is to see and to read in it. */
const GLANCE = 130;
const LOOK = 620;
const READ = 520;
/** More motions than this at once show nothing any more. */
const CROWD = 24;

export class Watch {
  readonly frames;
  readonly rounds;
  readonly first: number;
  readonly last: number;
  place = $state(0);
  playing = $state(false);
  unit = $state<Unit>("action");
  speed = $state(1);
  /** What moves on the way to this place; nothing after a leap. */
  motions = $state.raw<Motion[]>([]);
  readonly #scenes: (place: number) => Scene;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly replay: Replay) {
    this.frames = replay.frames;
    this.rounds = roundsOf(replay.frames);
    this.first = firstPlace(replay.frames);
    this.last = replay.frames.length;
    this.place = this.last;
    this.#scenes = folded(replay.scene, replay.frames);
  }

  /** The frame that led here. */
  frame = $derived.by(() => this.frames[this.place - 1]);
  /** The number of its action. */
  action = $derived.by(() => actionAt(this.frames, this.place));
  scene: Scene = $derived.by(() => this.#scenes(this.place));
  round = $derived.by(() => this.rounds.find((round) => this.place <= round.to) ?? this.rounds.at(-1));

  /** Leap to a place: nothing moves, for nobody could follow. */
  seek(place: number): void {
    const next = Math.max(this.first, Math.min(this.last, Math.round(place)));
    if (next === this.place) return;
    this.motions = [];
    this.place = next;
    if (this.playing) this.#wait();
  }

  seekAction(action: number): void {
    this.seek(placeOf(this.frames, action));
  }

  /** One unit on, shown moving; or one back. */
  step(forward: boolean): void {
    const next = step(this.frames, this.place, this.unit, forward);
    if (!forward) {
      this.seek(next);
      return;
    }
    if (next === this.place) return;
    const moving = this.frames.slice(this.place, next).flatMap((frame) => frame.motions ?? []);
    this.motions = moving.length > CROWD ? [] : moving;
    this.place = next;
    if (this.playing) this.#wait();
  }

  /** By hand: whoever steps wants to look, not to be carried on. */
  stepByHand(forward: boolean): void {
    this.pause();
    this.step(forward);
  }

  turn(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.place >= this.last) this.seek(this.first);
    this.playing = true;
    this.step(true);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** How long this moment is shown while playing. */
  get dwell(): number {
    const { frame, motions } = this;
    const seen = motions.length || (frame && visible(frame).length > 0);
    const dice = frame?.lines?.some((line) => line.dice);
    return ((seen ? LOOK : GLANCE) + (dice ? READ : 0)) / this.speed;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.place >= this.last) this.playing = false;
      else this.step(true);
    }, this.dwell);
  }
}
