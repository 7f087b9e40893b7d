import { advance, canFailAfter, components, leadTo } from './automaton-walks.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Automaton, automatonOf, edgesOf, readsOf } from './pattern-automaton.ts';

/** After so many steps over pairs of states, a pattern is given up: it is huge or hostile. */
const MAX_STEPS = 60_000;

/**
 * Whether a backtracking engine may need exponential time: some text leads from a state back to it in two ways, and
 * after many repetitions the rest can fail. Null if unknown.
 */
export function isExponential(source: string, flags: string): boolean | null {
  const node = parsePattern(source, flags);
  const automaton = node === null ? null : automatonOf(node);
  if (automaton === null) return null;
  const component = components(automaton);
  const budget = { steps: MAX_STEPS };
  for (let state = 1; state < automaton.edges.length; state++) {
    const round = doubleRound(automaton, component, state, budget);
    if (budget.steps <= 0) return null;
    const lead = round === null ? null : leadTo(automaton, state);
    if (round !== null && lead !== null && canFailAfter(automaton, lead, round, { read: advance }))
      return true;
  }
  return false;
}

interface Step {
  /** The previous pair, or -1. */
  from: number;
  reads: bigint;
}

/**
 * A text, as kinds of characters, that leads from `state` back to it in two ways; null if there is none. Searches
 * pairs of states: the two paths part and meet again. Each pair is visited both before and after they part.
 */
function doubleRound(
  automaton: Automaton,
  component: readonly number[],
  state: number,
  budget: { steps: number },
): bigint[] | null {
  const { kinds } = automaton;
  const size = automaton.edges.length;
  const idOf = (a: number, b: number, parted: boolean): number =>
    (Math.min(a, b) * size + Math.max(a, b)) * 2 + (parted ? 1 : 0);
  const start = idOf(state, state, false);
  const goal = idOf(state, state, true);
  const isText = (1n << BigInt(kinds - 1)) - 1n;
  const steps = new Map<number, Step>([[start, { from: -1, reads: 0n }]]);
  const queue = [start];
  for (const id of queue) {
    if (steps.has(goal)) break;
    const parted = id % 2 === 1;
    const pair = (id - (id % 2)) / 2;
    const a = Math.floor(pair / size);
    const b = pair % size;
    for (const [toA, ways] of edgesOf(automaton, a)) {
      if (component[toA] !== component[state]) continue;
      for (const toB of edgesOf(automaton, b).keys()) {
        if (--budget.steps <= 0) return null;
        const shared = readsOf(automaton, toA) & readsOf(automaton, toB) & isText;
        if (shared === 0n || component[toB] !== component[state]) continue;
        const to = idOf(toA, toB, parted || toA !== toB || (a === b && ways > 1));
        if (steps.has(to)) continue;
        steps.set(to, { from: id, reads: shared });
        queue.push(to);
      }
    }
  }
  const round: bigint[] = [];
  let step = steps.get(goal);
  if (step === undefined) return null;
  for (; step !== undefined && step.from !== -1; step = steps.get(step.from)) round.unshift(step.reads);
  return round;
}
