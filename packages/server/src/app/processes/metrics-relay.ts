import type { FromMember, MetricsOfProcess } from './process-messages.ts';
import type { ServingSlot } from './serving-slot.ts';

interface Gathering {
  asker: ServingSlot;
  /** The asker's own number for it. */
  id: number;
  missing: Set<ServingSlot>;
  all: MetricsOfProcess[];
}

/** A process that hangs is left out of the metrics. */
const GATHER_MS = 5_000;

/** Relays one process's request for all metrics to every process, and returns their answers. */
export class MetricsRelay {
  readonly #slots: () => readonly ServingSlot[];
  readonly #gatherings = new Map<number, Gathering>();
  #count = 0;

  constructor(slots: () => readonly ServingSlot[]) {
    this.#slots = slots;
  }

  take(slot: ServingSlot, message: FromMember): void {
    if (message.type === 'gather') this.#ask(slot, message.id);
    if (message.type !== 'metrics') return;
    const gathering = this.#gatherings.get(message.id);
    if (!gathering?.missing.has(slot)) return;
    gathering.all.push({ index: slot.index, metrics: message.metrics });
    this.#settle(message.id, gathering, slot);
  }

  /** It sends nothing more. */
  forget(slot: ServingSlot): void {
    for (const [id, gathering] of this.#gatherings)
      if (gathering.missing.has(slot)) this.#settle(id, gathering, slot);
  }

  #ask(asker: ServingSlot, id: number): void {
    const up = this.#slots().filter(({ isUp }) => isUp);
    const own = ++this.#count;
    this.#gatherings.set(own, { asker, id, missing: new Set(up), all: [] });
    for (const slot of up) slot.tell({ type: 'read', id: own });
    setTimeout(() => this.#answer(own), GATHER_MS).unref();
  }

  #settle(id: number, { missing }: Gathering, slot: ServingSlot): void {
    missing.delete(slot);
    if (missing.size === 0) this.#answer(id);
  }

  #answer(id: number): void {
    const gathering = this.#gatherings.get(id);
    if (gathering === undefined) return;
    this.#gatherings.delete(id);
    const all = gathering.all.sort((a, b) => a.index - b.index);
    gathering.asker.tell({ type: 'gathered', id: gathering.id, all });
  }
}
