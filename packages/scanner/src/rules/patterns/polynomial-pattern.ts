import { advance, canFailAfter, components, leadTo, type Reading } from './automaton-walks.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Automaton, automatonOf, edgesOf, readsOf } from './pattern-automaton.ts';

/** After so many steps between states, a pattern is given up: it is huge or hostile. */
const MAX_STEPS = 60_000;

/**
 * Where a match may begin and has to end. `search`: anywhere; `start`: at the first character; `whole`: it is the
 * whole text.
 */
export type Extent = 'search' | 'start' | 'whole';

/**
 * Whether a backtracking engine may need time that grows with the square of a text's length, or faster. Either some
 * repeated text is read by one repetition, leads to a second one, and is read by that too (`^\s*\w*\s*\w*$`), or it
 * is read by one with which a match may begin anywhere (`\s+$`); and the rest can fail. Null if unknown.
 */
export function isPolynomial(source: string, flags: string, extent: Extent): boolean | null {
  // The characters that a negative assertion excludes would have to be subtracted.
  if (/\(\?<?!/.test(source)) return null;
  const node = parsePattern(source, flags);
  const automaton = node === null ? null : automatonOf(node, Number.POSITIVE_INFINITY);
  if (automaton === null) return null;
  if (automaton.accepting.has(0) && extent !== 'whole') return false;
  const search: Search = {
    automaton,
    extent,
    component: components(automaton),
    budget: { steps: MAX_STEPS },
  };
  const isSlow = restartsSlowly(search) || handsOnSlowly(search);
  return search.budget.steps <= 0 ? null : isSlow;
}

interface Search {
  automaton: Automaton;
  extent: Extent;
  component: readonly number[];
  budget: { steps: number };
}

/** Stands for all places where a match may still begin. */
const OUTSIDE = -1;

/** `\s+$`: a match may also begin within the text that a repetition reads. */
function restartsSlowly(search: Search): boolean {
  const { automaton, extent } = search;
  if (extent !== 'search' || automaton.anywhere.size === 0) return false;
  return repeated(search).some((state) => {
    if (search.budget.steps <= 0) return false;
    const round = commonRound(search, OUTSIDE, state);
    if (round === null) return false;
    const reading = readingOf(search);
    return (
      canFailAfter(automaton, [], round, reading) ||
      canFailAfter(automaton, [], round, { ...reading, isWithin: true })
    );
  });
}

/** `^.*,.*,$`: a later repetition may read the same text. */
function handsOnSlowly(search: Search): boolean {
  const { automaton, component } = search;
  const states = repeated(search);
  for (const from of states) {
    // One state stands for all of its component.
    if (component[from] !== from) continue;
    search.budget.steps -= automaton.edges.length;
    const lead = leadTo(automaton, from);
    for (const to of lead === null ? [] : states) {
      if (search.budget.steps <= 0) return false;
      if (component[to] === component[from]) continue;
      const round = commonRound(search, from, to);
      if (round !== null && canFailAfter(automaton, lead ?? [], round, readingOf(search))) return true;
    }
  }
  return false;
}

function readingOf(search: Search): Reading {
  const { extent, budget } = search;
  const read: Reading['read'] = (automaton, states, kind) => {
    budget.steps -= extent === 'search' ? automaton.anywhere.size : 0;
    for (const state of states) budget.steps -= automaton.edges[state]?.size ?? 0;
    // The result is no longer needed.
    if (budget.steps <= 0) return nowhere;
    return extent === 'search' ? advanceAnywhere(automaton, states, kind) : advance(automaton, states, kind);
  };
  return { read, isWhole: extent === 'whole' };
}

const nowhere: ReadonlySet<number> = new Set();

/** A match may begin with each character. */
function advanceAnywhere(automaton: Automaton, states: ReadonlySet<number>, kind: bigint): Set<number> {
  const next = advance(automaton, states, kind);
  for (const state of automaton.anywhere) if ((readsOf(automaton, state) & kind) !== 0n) next.add(state);
  return next;
}

/** States in a cycle. */
function repeated({ automaton, component }: Search): number[] {
  const sizes = new Map<number, number>();
  for (const one of component) sizes.set(one, (sizes.get(one) ?? 0) + 1);
  return component.flatMap((one, state) =>
    state > 0 && ((sizes.get(one) ?? 0) > 1 || edgesOf(automaton, state).has(state)) ? [state] : [],
  );
}

/** A text that leads from `from` back to it, from it to `to`, and from `to` back to it; null if there is none. */
function commonRound(search: Search, from: number, to: number): bigint[] | null {
  const { kinds, edges } = search.automaton;
  const size = edges.length + 1;
  const idOf = (a: number, b: number, c: number): number => ((a + 1) * size + b + 1) * size + c + 1;
  const start = idOf(from, from, to);
  const goal = idOf(from, to, to);
  const isText = (1n << BigInt(kinds - 1)) - 1n;
  const steps = new Map([[start, { before: -1, reads: 0n, at: [from, from, to] as const }]]);
  const queue = [start];
  for (const before of queue) {
    if (steps.has(goal)) break;
    const [a, b, c] = steps.get(before)?.at ?? [OUTSIDE, OUTSIDE, OUTSIDE];
    for (const [nextA, readA] of within(search, a, from))
      for (const [nextC, readC] of within(search, c, to)) {
        if (--search.budget.steps <= 0) return null;
        const shared = readA & readC & isText;
        if (shared === 0n) continue;
        for (const [nextB, readB] of following(search, b)) {
          if (--search.budget.steps <= 0) return null;
          const id = idOf(nextA, nextB, nextC);
          if ((shared & readB) === 0n || steps.has(id)) continue;
          steps.set(id, { before, reads: shared & readB, at: [nextA, nextB, nextC] });
          queue.push(id);
        }
      }
  }
  const round: bigint[] = [];
  let step = steps.get(goal);
  if (step === undefined) return null;
  for (; step !== undefined && step.before !== -1; step = steps.get(step.before)) round.unshift(step.reads);
  return round;
}

type Move = readonly [state: number, reads: bigint];

const ANY_UNIT = (1n << 2_000n) - 1n;

function following({ automaton }: Search, state: number): Move[] {
  const moves = (to: Iterable<number>) => Array.from(to, (one): Move => [one, readsOf(automaton, one)]);
  if (state !== OUTSIDE) return moves(edgesOf(automaton, state).keys());
  return [[OUTSIDE, ANY_UNIT], ...moves(automaton.anywhere)];
}

/** The moves that stay in the component of `home`. */
function within(search: Search, state: number, home: number): Move[] {
  if (home === OUTSIDE) return [[OUTSIDE, ANY_UNIT]];
  const { component } = search;
  return following(search, state).filter(([to]) => component[to] === component[home]);
}
