import { required } from '../required.ts';

export interface RouteMatch<T> {
  value: T;
  params: Record<string, string>;
}

interface TreeNode<T> {
  children: Map<string, TreeNode<T>>;
  /** The child for a `:name` segment. */
  parameter: TreeNode<T> | undefined;
  /** Targets by method, for the path that ends here. */
  methods: Map<string, { value: T; names: string[] }>;
}

/**
 * Matches a method and path. Paths without parameters take one lookup. A literal segment takes precedence
 * over a parameter, in whatever order they were added.
 */
export class RouteTree<T> {
  readonly #root: TreeNode<T> = newNode();
  readonly #literal = new Map<string, RouteMatch<T>>();

  /** Adds a path with `:name` parameters. Throws when the method and path are taken. */
  add(method: string, path: string, value: T): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.parameter ??= newNode();
      } else {
        let child = node.children.get(segment);
        if (child === undefined) {
          child = newNode();
          node.children.set(segment, child);
        }
        node = child;
      }
    }
    if (node.methods.has(method)) throw new Error(`${method} ${path} is in the route table twice`);
    node.methods.set(method, { value, names });
    if (names.length === 0) this.#literal.set(`${method} ${path}`, { value, params: {} });
  }

  /** The target for the method and path. Throws `URIError` when the path's percent-encoding is invalid. */
  find(method: string, path: string): RouteMatch<T> | undefined {
    const literal = this.#literal.get(`${method} ${path}`);
    if (literal !== undefined) return literal;
    const end = walk(this.#root, segmentsOf(path).map(decodeSegment), 0, []);
    const found = end?.node.methods.get(method);
    if (end === undefined || found === undefined) return undefined;
    const { value, names } = found;
    return {
      value,
      params: Object.fromEntries(names.map((name, i) => [name, required(end.values[i], name)])),
    };
  }

  /** The methods that the path allows, in the order of the table. */
  methodsAt(path: string): string[] {
    const end = walk(this.#root, segmentsOf(path).map(decodeSegment), 0, []);
    return end === undefined ? [] : [...end.node.methods.keys()];
  }
}

function newNode<T>(): TreeNode<T> {
  return { children: new Map(), parameter: undefined, methods: new Map() };
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function decodeSegment(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment;
}

interface PathEnd<T> {
  node: TreeNode<T>;
  /** Values of the parameters. */
  values: string[];
}

/**
 * The node at which the path ends, literal segments first. A method that a literal path does not allow does
 * not fall through to the parameter beside it: `batch` is not an id.
 */
function walk<T>(
  node: TreeNode<T>,
  segments: string[],
  depth: number,
  values: string[],
): PathEnd<T> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.methods.size > 0 ? { node, values } : undefined;
  const child = node.children.get(segment);
  const found = child && walk(child, segments, depth + 1, values);
  if (found !== undefined || node.parameter === undefined) return found;
  if (segment === '') return undefined;
  return walk(node.parameter, segments, depth + 1, [...values, segment]);
}
