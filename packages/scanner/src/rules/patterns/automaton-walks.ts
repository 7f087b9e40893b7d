import type { Automaton } from './pattern-automaton.ts';

/** Texts that are tried for one after which the pattern is refused. */
const longestEnd = 3;
const mostEnds = 200;

/** How a text is read. */
export interface Reading {
  read: (automaton: Automaton, states: ReadonlySet<number>, kind: bigint) => ReadonlySet<number>;
  /** The text must be matched to its end: what matches earlier does not count. */
  isWhole?: boolean;
  /** Something that nothing matches stands before. */
  isWithin?: boolean;
}

/** Whether what begins with `lead`, goes on with `round` often, and then ends in some way, is refused. */
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

/** The strongly connected component of each state, by its number (Tarjan, without recursion). */
export function components({ edges }: Automaton): number[] {
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

/** Whether some text of a few signs leads to where the pattern is not satisfied and never was. */
function canEndBadly(automaton: Automaton, from: ReadonlySet<number>, { read, isWhole }: Reading): boolean {
  const seen = new Set<string>();
  let front: ReadonlySet<number>[] = [from];
  for (let length = 0; length <= longestEnd && front.length > 0; length++) {
    const next: ReadonlySet<number>[] = [];
    for (const states of front) {
      if (fails(automaton, states, read)) return true;
      for (let kind = 0n; kind < BigInt(automaton.kinds - 1) && seen.size < mostEnds; kind++) {
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

/** The shortest text to a state. */
export function leadTo({ edges, reads }: Automaton, state: number): bigint[] | null {
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

export function advance({ edges, reads }: Automaton, states: ReadonlySet<number>, kind: bigint): Set<number> {
  const next = new Set<number>();
  for (const state of states)
    for (const to of edges[state]!.keys()) if ((reads[to]! & kind) !== 0n) next.add(to);
  return next;
}

export const accepts = ({ accepting }: Automaton, states: ReadonlySet<number>): boolean =>
  [...states].some((state) => accepting.has(state));

/** Whether the text may not end here. */
function fails(automaton: Automaton, states: ReadonlySet<number>, read: Reading['read']): boolean {
  return !accepts(automaton, states) && !accepts(automaton, read(automaton, states, endOf(automaton)));
}

const endOf = ({ kinds }: Automaton): bigint => 1n << BigInt(kinds - 1);

const lowestBit = (mask: bigint): bigint => mask & -mask;

function highestBit(mask: bigint): bigint {
  return mask === 0n ? 0n : 1n << BigInt(mask.toString(2).length - 1);
}
