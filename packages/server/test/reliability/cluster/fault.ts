import { required } from '../../../src/kit/required.ts';
import type { Cluster } from './cluster.ts';

export interface FaultContext {
  cluster: Cluster;
  random: Random;
}

/** Done and undone again; what it says is for people. */
export interface FaultRun {
  /** Whose work another takes over meanwhile. */
  node?: string;
  /** What was done, in words. */
  what: string;
  /** Makes it, lets it last, and undoes it; resolves when everybody can work again. */
  run(): Promise<void>;
}

export type FaultKind = (context: FaultContext) => FaultRun;

/** Numbers that are the same in each run with the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
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

/** A node, for a fault of one. */
export function anyNode({ cluster, random }: FaultContext): string {
  return random.pick(cluster.nodes.map(({ name }) => name));
}
