/** The state of a name at one point of a function. */
export type Cell =
  /** Released, or invalidated by its container. `level`: the depth of conditions at which this is no longer certain. */
  | { kind: 'gone'; how: 'freed' | 'grown' | 'held'; maybe: boolean; level: number }
  | { kind: 'owned'; at: number }
  | { kind: 'null' }
  /** Points to memory that was not allocated. */
  | { kind: 'stack' }
  | { kind: 'blank'; maybe: boolean; level: number }
  /** A number that others choose and that nothing has limited yet. */
  | {
      kind: 'input';
      isSigned: boolean;
      bounded: boolean;
      product: boolean;
      /** It was parsed from digits or read from a message, so it may be any number of its type. */
      isParsed: boolean;
      mayBeZero: boolean;
    };

export class WalkState {
  readonly cells: Map<string, Cell>;
  /** Aliases of the same pointer, and names that point into a container. */
  readonly into: Map<string, { of: string; isSame: boolean }>;

  constructor(
    cells: Map<string, Cell> = new Map(),
    into: Map<string, { of: string; isSame: boolean }> = new Map(),
  ) {
    this.cells = cells;
    this.into = into;
  }

  copy(): WalkState {
    return new WalkState(new Map(this.cells), new Map(this.into));
  }

  /** Forgets a name and everything reached through it. */
  forget(name: string): void {
    this.cells.delete(name);
    this.into.delete(name);
    this.forgetParts(name);
  }

  /** Any uninitialized name may have a value now. */
  forgetBlanks(): void {
    for (const [key, cell] of this.cells) if (cell.kind === 'blank') this.cells.delete(key);
  }

  forgetParts(name: string): void {
    for (const key of this.cells.keys())
      if (key.startsWith(name) && /^(?:->|\.)/.test(key.slice(name.length))) this.cells.delete(key);
  }

  /** Releases a name with all aliases of the pointer, or invalidates the pointers into a container that moves. */
  lose(name: string, how: 'freed' | 'grown' | 'held'): void {
    const into = this.into.get(name);
    const root = into?.isSame ? into.of : name;
    if (how !== 'grown') this.cells.set(name, { kind: 'gone', how, maybe: false, level: 0 });
    for (const [other, { of, isSame }] of this.into) {
      if (of !== root && of !== name) continue;
      if (how === 'grown' ? !isSame : isSame)
        this.cells.set(other, { kind: 'gone', how, maybe: false, level: 0 });
    }
    if (root !== name && how !== 'grown') this.cells.set(root, { kind: 'gone', how, maybe: false, level: 0 });
  }
}

/** What is true on every one of the paths. `level` is the depth of conditions where the paths meet. */
export function joinStates(states: readonly WalkState[], level: number): WalkState | null {
  const [first, ...rest] = states;
  if (first === undefined) return null;
  let joined = first;
  for (const other of rest) joined = joinTwo(joined, other, level);
  return joined;
}

function joinTwo(a: WalkState, b: WalkState, level: number): WalkState {
  const cells = new Map<string, Cell>();
  for (const name of new Set([...a.cells.keys(), ...b.cells.keys()])) {
    const cell = joinCells(a.cells.get(name), b.cells.get(name), level);
    if (cell !== undefined) cells.set(name, cell);
  }
  const into = new Map([...a.into].filter(([name, { of }]) => b.into.get(name)?.of === of));
  return new WalkState(cells, into);
}

function joinCells(a: Cell | undefined, b: Cell | undefined, level: number): Cell | undefined {
  if (a?.kind === 'gone' || b?.kind === 'gone') {
    const gone = (a?.kind === 'gone' ? a : b) as Extract<Cell, { kind: 'gone' }>;
    const other = gone === a ? b : a;
    if (other?.kind === 'null') return gone;
    if (other?.kind === 'gone' && !other.maybe && !gone.maybe) return gone;
    return { ...gone, maybe: true, level: gone.maybe ? Math.min(gone.level, level) : level };
  }
  if (a?.kind === 'blank' || b?.kind === 'blank') {
    const blank = (a?.kind === 'blank' ? a : b) as Extract<Cell, { kind: 'blank' }>;
    if (a?.kind === 'blank' && b?.kind === 'blank' && !a.maybe && !b.maybe) return blank;
    return { ...blank, maybe: true, level: blank.maybe ? Math.min(blank.level, level) : level };
  }
  if (a?.kind === 'input' && b?.kind === 'input')
    return { ...a, bounded: a.bounded && b.bounded, mayBeZero: a.mayBeZero || b.mayBeZero };
  if (a?.kind === 'input' || b?.kind === 'input') return undefined;
  if (a?.kind === 'stack' && b?.kind === 'stack') return a;
  return a?.kind === 'owned' && b?.kind === 'owned' ? a : undefined;
}
