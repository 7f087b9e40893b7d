import { parsePattern } from './parse-pattern.ts';
import { type Automaton, automatonOf } from './pattern-automaton.ts';

/** Steps over pairs of states after which a pattern is given up: such a one is huge or hostile. */
const mostSteps = 60_000;
/** Texts that are tried for one after which the pattern is refused. */
const longestEnd = 3;
const mostEnds = 200;

/**
 * Whether a backtracking engine may take time that doubles with each sign: some text leads from a state back to it in
 * two ways, and after many rounds of it the rest can fail. Null where that is not known.
 */
export function isExponential(source: string, flags: string): boolean | null {
  const node = parsePattern(source, flags);
  const automaton = node === null ? null : automatonOf(node);
  if (automaton === null) return null;
  const component = components(automaton);
  const budget = { steps: mostSteps };
  for (let state = 1; state < automaton.edges.length; state++) {
    const round = doubleRound(automaton, component, state, budget);
    if (budget.steps <= 0) return null;
    if (round !== null && canFailAfter(automaton, state, round)) return true;
  }
  return false;
}

/** The strongly connected component of each state, by its number (Tarjan, without recursion). */
function components({ edges }: Automaton): number[] {
  const index = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(0);
  const component = new Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  let next = 0;
  for (let root = 0; root < edges.length; root++) {
    if (index[root] !== -1) continue;
    const work: { state: number; rest: number[] }[] = [{ state: root, rest: [...edges[root]!.keys()] }];
    index[root] = low[root] = next++;
    open.push(root);
    while (work.length > 0) {
      const top = work.at(-1)!;
      const to = top.rest.pop();
      if (to === undefined) {
        work.pop();
        const parent = work.at(-1)?.state;
        if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[top.state]!);
        if (low[top.state] !== index[top.state]) continue;
        for (let member = -1; member !== top.state; ) {
          member = open.pop()!;
          component[member] = top.state;
        }
      } else if (index[to] === -1) {
        index[to] = low[to] = next++;
        open.push(to);
        work.push({ state: to, rest: [...edges[to]!.keys()] });
      } else if (component[to] === -1) low[top.state] = Math.min(low[top.state]!, index[to]!);
    }
  }
  return component;
}

interface Step {
  /** The pair that it comes from, or -1. */
  from: number;
  reads: bigint;
}

/**
 * A text, as the kinds of its signs, that leads from `state` back to it in two ways; null where there is none. Pairs
 * of states are walked: the two ways part and meet again. Each pair is met before and after the ways parted.
 */
function doubleRound(
  { edges, reads, kinds }: Automaton,
  component: readonly number[],
  state: number,
  budget: { steps: number },
): bigint[] | null {
  const size = edges.length;
  const idOf = (a: number, b: number, parted: boolean): number =>
    (Math.min(a, b) * size + Math.max(a, b)) * 2 + (parted ? 1 : 0);
  const start = idOf(state, state, false);
  const goal = idOf(state, state, true);
  const isText = (1n << BigInt(kinds - 1)) - 1n;
  const steps = new Map<number, Step>([[start, { from: -1, reads: 0n }]]);
  const queue = [start];
  for (let head = 0; head < queue.length && !steps.has(goal); head++) {
    const id = queue[head]!;
    const parted = id % 2 === 1;
    const pair = (id - (id % 2)) / 2;
    const a = Math.floor(pair / size);
    const b = pair % size;
    for (const [toA, ways] of edges[a]!) {
      if (component[toA] !== component[state]) continue;
      for (const toB of edges[b]!.keys()) {
        if (--budget.steps <= 0) return null;
        const shared = reads[toA]! & reads[toB]! & isText;
        if (shared === 0n || component[toB] !== component[state]) continue;
        const to = idOf(toA, toB, parted || toA !== toB || (a === b && ways > 1));
        if (steps.has(to)) continue;
        steps.set(to, { from: id, reads: shared });
        queue.push(to);
      }
    }
  }
  if (!steps.has(goal)) return null;
  const round: bigint[] = [];
  for (let id = goal; id !== start; id = steps.get(id)!.from) round.unshift(steps.get(id)!.reads);
  return round;
}

/** Whether what comes to `state`, goes `round` often, and then goes on in some way, is refused. */
function canFailAfter(automaton: Automaton, state: number, round: readonly bigint[]): boolean {
  const lead = leadTo(automaton, state);
  if (lead === null) return false;
  const end = 1n << BigInt(automaton.kinds - 1);
  for (const choose of [lowestBit, highestBit]) {
    let states: ReadonlySet<number> = new Set([0]);
    let isAccepted = false;
    for (const mask of [...lead, ...round, ...round, ...round]) {
      states = advance(automaton, states, choose(mask & ~end));
      isAccepted ||= accepts(automaton, states);
    }
    if (!isAccepted && states.size > 0 && canEndBadly(automaton, states, end)) return true;
  }
  return false;
}

/** Whether some text of a few signs leads to where the pattern is not satisfied and never was. */
function canEndBadly(automaton: Automaton, from: ReadonlySet<number>, end: bigint): boolean {
  const seen = new Set<string>();
  let front: ReadonlySet<number>[] = [from];
  for (let length = 0; length <= longestEnd && front.length > 0; length++) {
    const next: ReadonlySet<number>[] = [];
    for (const states of front) {
      if (fails(automaton, states, end)) return true;
      for (let kind = 0n; kind < BigInt(automaton.kinds - 1) && seen.size < mostEnds; kind++) {
        const after = advance(automaton, states, 1n << kind);
        const key = [...after].sort().join();
        if (seen.has(key) || accepts(automaton, after)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    front = next;
  }
  return false;
}

/** The shortest text to a state. */
function leadTo({ edges, reads }: Automaton, state: number): bigint[] | null {
  const from = new Map<number, number>([[0, -1]]);
  const queue = [0];
  for (let head = 0; head < queue.length; head++)
    for (const to of edges[queue[head]!]!.keys())
      if (!from.has(to)) {
        from.set(to, queue[head]!);
        queue.push(to);
      }
  if (!from.has(state)) return null;
  const lead: bigint[] = [];
  for (let at = state; at > 0; at = from.get(at)!) lead.unshift(reads[at]!);
  return lead;
}

function advance({ edges, reads }: Automaton, states: ReadonlySet<number>, kind: bigint): Set<number> {
  const next = new Set<number>();
  for (const state of states)
    for (const to of edges[state]!.keys()) if ((reads[to]! & kind) !== 0n) next.add(to);
  return next;
}

const accepts = ({ accepting }: Automaton, states: ReadonlySet<number>): boolean =>
  [...states].some((state) => accepting.has(state));

/** Whether the text may not end here. */
function fails(automaton: Automaton, states: ReadonlySet<number>, end: bigint): boolean {
  return !accepts(automaton, states) && !accepts(automaton, advance(automaton, states, end));
}

const lowestBit = (mask: bigint): bigint => mask & -mask;

function highestBit(mask: bigint): bigint {
  return mask === 0n ? 0n : 1n << BigInt(mask.toString(2).length - 1);
}
