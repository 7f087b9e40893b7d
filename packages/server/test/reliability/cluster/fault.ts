import { required } from '../../../src/kit/required.ts';
import type { Cluster } from './cluster.ts';

export interface FaultContext {
  cluster: Cluster;
  random: Random;
}

/** A fault that is made and undone. */
export interface FaultRun {
  /** The node whose work another one takes over meanwhile. */
  node?: string;
  /** What happens, for people. */
  what: string;
  /** Makes the fault, waits, and undoes it; resolves when everything can work again. */
  run(): Promise<void>;
}

export type FaultKind = (context: FaultContext) => FaultRun;

/** Random numbers that are the same in each run with the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return Math.round(least + this.next() * (most - least));
  }

  pick<T>(items: readonly T[]): T {
    return required(items[Math.floor(this.next() * items.length)], 'one of items');
  }
}

/** A node for a fault that affects only one. */
export function anyNode({ cluster, random }: FaultContext): string {
  return random.pick(cluster.nodes.map(({ name }) => name));
}
