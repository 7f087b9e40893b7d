/**
 * Configuration events match only patterns that begin with this name. Otherwise a subscriber to `*` would
 * receive its own creation, every pause and every key that somebody sets up.
 */
const BY_NAME_ONLY = 'access.configuration.';

interface TrieNode<T> {
  children: Map<string, TrieNode<T>>;
  /** Values whose pattern ends here. */
  exact: T[];
  /** Values whose pattern has its final `*` below here: one or more segments follow. */
  open: T[];
}

/**
 * Patterns over dot-separated segments, all matched at once: the cost depends on the type, not on the number
 * of patterns.
 */
export class PatternTrie<T> {
  readonly #root: TrieNode<T> = newNode();

  add(pattern: string, value: T): void {
    const segments = pattern.split('.');
    const open = segments.at(-1) === '*';
    if (open) segments.pop();
    let node = this.#root;
    for (const segment of segments) {
      let child = node.children.get(segment);
      if (child === undefined) {
        child = newNode();
        node.children.set(segment, child);
      }
      node = child;
    }
    (open ? node.open : node.exact).push(value);
  }

  /** The values of every pattern that matches the type; a value added under two of them appears twice. */
  match(type: string): T[] {
    const found: T[] = [];
    const segments = type.split('.');
    if (!type.startsWith(BY_NAME_ONLY)) collect(this.#root, segments, 0, found);
    else {
      const named = this.#root.children.get(segments[0] ?? '');
      if (named) collect(named, segments, 1, found);
    }
    return found;
  }
}

function newNode<T>(): TrieNode<T> {
  return { children: new Map(), exact: [], open: [] };
}

function collect<T>(node: TrieNode<T>, segments: string[], depth: number, found: T[]): void {
  if (depth === segments.length) {
    for (const value of node.exact) found.push(value);
    return;
  }
  for (const value of node.open) found.push(value);
  const named = node.children.get(segments[depth] ?? '');
  if (named) collect(named, segments, depth + 1, found);
  const any = node.children.get('*');
  if (any) collect(any, segments, depth + 1, found);
}
