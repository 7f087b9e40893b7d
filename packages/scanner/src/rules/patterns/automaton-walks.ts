import { type Automaton, edgesOf, readsOf } from './pattern-automaton.ts';

/** How many texts are tried to find one after which the pattern fails. */
const MAX_SUFFIX_LENGTH = 3;
const MAX_SUFFIXES = 200;

/** How a text is matched. */
export interface Reading {
  read: (automaton: Automaton, states: ReadonlySet<number>, kind: bigint) => ReadonlySet<number>;
  /** The match has to reach the end of the text; earlier ones do not count. */
  isWhole?: boolean;
  /** A text that cannot be matched comes first. */
  isWithin?: boolean;
}

/** Whether the match fails for some text of `lead`, many times `round`, and an ending. */
export function canFailAfter(
  automaton: Automaton,
  lead: readonly bigint[],
  round: readonly bigint[],
  reading: Reading,
): boolean {
  const end = endOf(automaton);
  for (const choose of [lowestBit, highestBit]) {
    let states: ReadonlySet<number> = new Set(reading.isWithin === true ? [] : [0]);
    let isAccepted = false;
    for (const mask of [...lead, ...round, ...round, ...round]) {
      states = reading.read(automaton, states, choose(mask & ~end));
      isAccepted ||= reading.isWhole !== true && accepts(automaton, states);
    }
    if (!isAccepted && canEndBadly(automaton, states, reading)) return true;
  }
  return false;
}

/** The number of each state's strongly connected component (Tarjan, without recursion). */
export function components(automaton: Automaton): number[] {
  const { edges } = automaton;
  const index = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(0);
  const component = new Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  let next = 0;
  for (let root = 0; root < edges.length; root++) {
    if (index[root] !== -1) continue;
    const work: { state: number; rest: number[] }[] = [
      { state: root, rest: [...edgesOf(automaton, root).keys()] },
    ];
    index[root] = low[root] = next++;
    open.push(root);
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const to = top.rest.pop();
      if (to === undefined) {
        work.pop();
        const parent = work.at(-1)?.state;
        if (parent !== undefined) low[parent] = lower(low[parent], low[top.state]);
        if (low[top.state] !== index[top.state]) continue;
        for (let member = open.pop(); member !== undefined; member = open.pop()) {
          component[member] = top.state;
          if (member === top.state) break;
        }
      } else if (index[to] === -1) {
        index[to] = low[to] = next++;
        open.push(to);
        work.push({ state: to, rest: [...edgesOf(automaton, to).keys()] });
      } else if (component[to] === -1) low[top.state] = lower(low[top.state], index[to]);
    }
  }
  return component;
}

const lower = (a = 0, b = 0): number => Math.min(a, b);

/** Whether some text of a few characters leads to a point where the pattern has not matched. */
function canEndBadly(automaton: Automaton, from: ReadonlySet<number>, { read, isWhole }: Reading): boolean {
  const seen = new Set<string>();
  let front: ReadonlySet<number>[] = [from];
  for (let length = 0; length <= MAX_SUFFIX_LENGTH && front.length > 0; length++) {
    const next: ReadonlySet<number>[] = [];
    for (const states of front) {
      if (fails(automaton, states, read)) return true;
      for (let kind = 0n; kind < BigInt(automaton.kinds - 1) && seen.size < MAX_SUFFIXES; kind++) {
        const after = read(automaton, states, 1n << kind);
        const key = [...after].sort().join();
        if (seen.has(key) || (isWhole !== true && accepts(automaton, after))) continue;
        seen.add(key);
        next.push(after);
      }
    }
    front = next;
  }
  return false;
}

/** The shortest text that leads to a state. */
export function leadTo(automaton: Automaton, state: number): bigint[] | null {
  const from = new Map<number, number>([[0, -1]]);
  const queue = [0];
  for (const at of queue)
    for (const to of edgesOf(automaton, at).keys())
      if (!from.has(to)) {
        from.set(to, at);
        queue.push(to);
      }
  if (!from.has(state)) return null;
  const lead: bigint[] = [];
  for (let at = state; at > 0; at = from.get(at) ?? 0) lead.unshift(readsOf(automaton, at));
  return lead;
}

export function advance(automaton: Automaton, states: ReadonlySet<number>, kind: bigint): Set<number> {
  const next = new Set<number>();
  for (const state of states)
    for (const to of edgesOf(automaton, state).keys())
      if ((readsOf(automaton, to) & kind) !== 0n) next.add(to);
  return next;
}

export const accepts = ({ accepting }: Automaton, states: ReadonlySet<number>): boolean =>
  [...states].some((state) => accepting.has(state));

/** Whether the match fails if the text ends here. */
function fails(automaton: Automaton, states: ReadonlySet<number>, read: Reading['read']): boolean {
  return !accepts(automaton, states) && !accepts(automaton, read(automaton, states, endOf(automaton)));
}

const endOf = ({ kinds }: Automaton): bigint => 1n << BigInt(kinds - 1);

const lowestBit = (mask: bigint): bigint => mask & -mask;

function highestBit(mask: bigint): bigint {
  return mask === 0n ? 0n : 1n << BigInt(mask.toString(2).length - 1);
}
