/** An offer of a campaign being taken up: the same slots as at the table, filled by whatever on the page has their ids. */

import type { Room } from "../battle/room.svelte";
import type { OfferView, SlotView } from "../wire";

export class Filling {
  offer = $state.raw<OfferView | null>(null);
  values = $state<Record<string, unknown>>({});
  trouble = $state("");
  busy = $state(false);

  constructor(readonly room: Room) {}

  get offers(): OfferView[] {
    return this.room.asked?.offers ?? [];
  }

  /** The offer being filled; where there is only one, it is that. */
  get taken(): OfferView | null {
    const chosen = this.offer && this.offers.includes(this.offer) ? this.offer : null;
    const only = this.offers.length === 1 ? this.offers[0]! : null;
    return chosen ?? (only?.slots?.length ? only : null);
  }

  /** The next open field of it. */
  get slot(): SlotView | null {
    return this.taken?.slots?.find((slot) => !(slot.field in this.values)) ?? null;
  }

  /** Whether everything is filled, and only asked once more. */
  get complete(): boolean {
    return !!this.taken?.grave && !this.slot;
  }

  choose(offer: OfferView): void {
    this.trouble = "";
    this.values = {};
    this.offer = offer;
    if (!offer.slots?.length && !offer.grave) void this.commit();
  }

  /** Whether something on the page may be pointed at now. */
  takes(id: string): boolean {
    if (this.busy) return false;
    if (this.slot) return this.slot.kind !== "count" && (this.slot.options ?? []).includes(id);
    return this.#meant(id) !== undefined;
  }

  /** Point at something: it fills the open field, or is itself what is offered. */
  point(id: string): void {
    const meant = this.slot ? undefined : this.#meant(id);
    if (meant) {
      this.choose(meant);
      if (!this.slot) return;
    }
    if (this.slot) this.fill(this.slot.field, this.slot.kind === "picks" ? [id] : this.slot.kind === "split" ? { [id]: this.slot.most } : id);
  }

  fill(field: string, value: unknown): void {
    this.values[field] = value;
    if (!this.slot && !this.taken?.grave) void this.commit();
  }

  /** Take the last field back that was filled. */
  back(): void {
    const filled = (this.taken?.slots ?? []).filter((slot) => slot.field in this.values);
    const last = filled.at(-1);
    if (last) this.values = Object.fromEntries(Object.entries(this.values).filter(([field]) => field !== last.field));
  }

  cancel(): void {
    this.offer = null;
    this.values = {};
    this.trouble = "";
  }

  async commit(): Promise<void> {
    const offer = this.taken;
    if (!offer || this.busy) return;
    this.busy = true;
    const ended = await this.room.play([{ type: offer.action, ...offer.given, ...$state.snapshot(this.values) }]);
    this.busy = false;
    this.values = {};
    if (ended.kind === "refused") this.trouble = `${ended.refusal.text} (${ended.refusal.rule})`;
    else if (ended.kind === "failed") this.trouble = ended.message;
    else this.cancel();
  }

  /**
   * The offer that pointing at something takes up: the one without open fields that names it, if all that is offered is of that kind, or the one
   * whose first field it fills. Where members could be meant in several ways, one has to say which.
   */
  #meant(id: string): OfferView | undefined {
    const wares = this.offers.filter((offer) => !offer.ends);
    const named = wares.filter((offer) => !offer.slots?.length && Object.values(offer.given ?? {}).includes(id));
    if (named.length === 1 && wares.every((offer) => offer.action === named[0]!.action)) return named[0];
    if (named.length || id in (this.room.scene?.models ?? {})) return undefined;
    const filled = wares.filter((offer) => offer.slots?.[0]?.kind === "pick" && (offer.slots[0].options ?? []).includes(id));
    return filled.length === 1 ? filled[0] : undefined;
  }
}
