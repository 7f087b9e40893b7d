/** PostgreSQL's parse tree of a statement: a node, a list or a word. */
export type Tree = TreeNode | Tree[] | string;

export interface TreeNode {
  kind: string;
  fields: ReadonlyMap<string, Tree>;
}

/** Single brackets, and words. In words, a backslash makes any character part of the word. */
const TOKEN = /[(){}[\]]|(?:\\.|[^\s(){}[\]\\])+/gs;

/** Parses the output of `debug_print_parse`. */
export function parseTree(text: string): Tree {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`The tree of the statement ends too early: ${text.slice(-80)}`);
    return token;
  };
  const readUntil = (end: string): Tree[] => {
    const list: Tree[] = [];
    while (tokens[at] !== end) list.push(read());
    at++;
    return list;
  };
  const read = (): Tree => {
    const token = next();
    if (token === '(') return readUntil(')');
    if (token === '[') return readUntil(']');
    return token === '{' ? readNode() : token;
  };
  const readNode = (): TreeNode => {
    const kind = next();
    const fields = new Map<string, Tree>();
    let name = '';
    for (let part = read(); part !== '}'; part = read()) {
      if (typeof part === 'string' && part.startsWith(':')) name = part.slice(1);
      else if (!fields.has(name)) fields.set(name, part);
    }
    return { kind, fields };
  };
  return read();
}

export function isNode(tree: Tree | undefined): tree is TreeNode {
  return typeof tree === 'object' && !Array.isArray(tree);
}

export function childrenOf(tree: Tree): Tree[] {
  if (typeof tree === 'string') return [];
  return Array.isArray(tree) ? tree : [...tree.fields.values()];
}

/** The value of a field that is a word, such as a number or a name; empty if it has none. */
export function textOf(node: TreeNode, field: string): string {
  const value = node.fields.get(field);
  return typeof value === 'string' && value !== '<>' ? value : '';
}

export function nodeOf(node: TreeNode, field: string): TreeNode | undefined {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
}

export function nodesOf(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.filter(isNode) : [];
}
