import { type CharSet, hasUnit, LAST_UNIT } from './char-set.ts';
import type { PatternNode } from './parse-pattern.ts';

/**
 * The automaton of a pattern: a state for each character in it, and state 0 before the first. A state is reached by
 * reading its character. `edges` counts in how many ways one state follows another.
 */
export interface Automaton {
  /** For each state, the kinds of characters that it reads, as a bit mask. */
  reads: bigint[];
  edges: Map<number, number>[];
  /** States after which the pattern may have matched. */
  accepting: Set<number>;
  /** The number of kinds of characters that the pattern distinguishes; the last is the end of the text. */
  kinds: number;
  /** States with which a match may begin anywhere in a text. */
  anywhere: ReadonlySet<number>;
}

const none: ReadonlyMap<number, number> = new Map();

/** The states that follow one, with the number of ways. */
export const edgesOf = ({ edges }: Automaton, state: number): ReadonlyMap<number, number> =>
  edges[state] ?? none;

/** The kinds of characters that a state reads. */
export const readsOf = ({ reads }: Automaton, state: number): bigint => reads[state] ?? 0n;

const MAX_STATES = 300;
/** If time is exponential, thirty repetitions are as bad as any number. */
const MIN_UNBOUNDED_REPEATS = 30;
const UNROLLED_COPIES = 3;

interface Part {
  first: number[];
  last: number[];
  mayBeEmpty: boolean;
  /** Those of `first` without an assertion before them, and whether an empty match has none. */
  free: number[];
  isFree: boolean;
}

interface Builder {
  sets: (CharSet | 'end')[];
  edges: Map<number, number>[];
  unboundedFrom: number;
}

const nothing: Part = { first: [], last: [], mayBeEmpty: true, free: [], isFree: true };

/**
 * Null if it would be too large. A part that may repeat at least `openFrom` times counts as unbounded; others are
 * unrolled to a few copies.
 */
export function automatonOf(node: PatternNode, openFrom = MIN_UNBOUNDED_REPEATS): Automaton | null {
  const builder: Builder = { sets: ['end'], edges: [new Map()], unboundedFrom: openFrom };
  const part = build(builder, node);
  if (part === null) return null;
  link(builder, [0], part.first);
  const { kindOf, kinds } = kindsOf(builder.sets);
  return {
    reads: builder.sets.map(kindOf),
    edges: builder.edges,
    accepting: new Set([...part.last, ...(part.mayBeEmpty ? [0] : [])]),
    kinds,
    anywhere: new Set(part.free),
  };
}

function build(b: Builder, node: PatternNode): Part | null {
  if (b.sets.length > MAX_STATES) return null;
  switch (node.kind) {
    case 'empty':
      return nothing;
    case 'guard':
      return { ...nothing, isFree: false };
    case 'end':
    case 'set': {
      const state = b.sets.push(node.kind === 'end' ? 'end' : node.set) - 1;
      b.edges.push(new Map());
      return { first: [state], last: [state], mayBeEmpty: false, free: [state], isFree: false };
    }
    case 'choice':
      return buildChoice(b, node.branches);
    case 'sequence':
      return buildSequence(b, node.parts);
    case 'repeat':
      return buildRepeat(b, node.body, node.least, node.most);
  }
}

function buildChoice(b: Builder, branches: readonly PatternNode[]): Part | null {
  const whole: Part = { first: [], last: [], mayBeEmpty: false, free: [], isFree: false };
  for (const branch of branches) {
    const part = build(b, branch);
    if (part === null) return null;
    whole.first.push(...part.first);
    whole.last.push(...part.last);
    whole.mayBeEmpty ||= part.mayBeEmpty;
    whole.free.push(...part.free);
    whole.isFree ||= part.isFree;
  }
  return whole;
}

function buildRepeat(b: Builder, body: PatternNode, least: number, most: number): Part | null {
  const isOpen = most >= b.unboundedFrom;
  const needed = Math.min(least, UNROLLED_COPIES);
  const optional = isOpen ? 0 : Math.min(most - least, UNROLLED_COPIES);
  let whole = nothing;
  for (let at = 0; at < Math.max(isOpen ? 1 : 0, needed + optional); at++) {
    const built = build(b, body);
    if (built === null) return null;
    const part = { ...built };
    if (isOpen && at === Math.max(0, needed - 1)) link(b, part.last, part.first);
    if (at >= needed) Object.assign(part, { mayBeEmpty: true, isFree: true });
    whole = follow(b, whole, part);
  }
  return whole;
}

function buildSequence(b: Builder, parts: readonly PatternNode[]): Part | null {
  let whole = nothing;
  for (const part of parts) {
    const built = build(b, part);
    if (built === null) return null;
    whole = follow(b, whole, built);
  }
  return whole;
}

function follow(b: Builder, before: Part, after: Part): Part {
  link(b, before.last, after.first);
  return {
    first: before.mayBeEmpty ? [...before.first, ...after.first] : before.first,
    last: after.mayBeEmpty ? [...before.last, ...after.last] : after.last,
    mayBeEmpty: before.mayBeEmpty && after.mayBeEmpty,
    free: before.isFree ? [...before.free, ...after.free] : before.free,
    isFree: before.isFree && after.isFree,
  };
}

function link(b: Builder, from: readonly number[], to: readonly number[]): void {
  for (const state of from)
    for (const next of to) b.edges[state]?.set(next, (b.edges[state]?.get(next) ?? 0) + 1);
}

/** Characters that no part of the pattern distinguishes are one kind. */
function kindsOf(sets: readonly (CharSet | 'end')[]): {
  kindOf: (set: CharSet | 'end') => bigint;
  kinds: number;
} {
  const borders = new Set([0]);
  for (const set of sets)
    if (set !== 'end')
      for (const [from, to] of set) {
        borders.add(from);
        if (to < LAST_UNIT) borders.add(to + 1);
      }
  const samples = [...borders].sort((a, b) => a - b);
  const known = new Map<CharSet, bigint>();
  const kindOf = (set: CharSet | 'end'): bigint => {
    if (set === 'end') return 1n << BigInt(samples.length);
    let mask = known.get(set);
    if (mask === undefined) {
      mask = samples.reduce((sum, unit, at) => (hasUnit(set, unit) ? sum | (1n << BigInt(at)) : sum), 0n);
      known.set(set, mask);
    }
    return mask;
  };
  return { kindOf, kinds: samples.length + 1 };
}
