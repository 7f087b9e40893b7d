import type { Expr, FileIr } from '../../../ir/ir.ts';
import { type LowerContext, literal, variable } from '../../frontend/lower-context.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

const definitions =
  /^[ \t]*#[ \t]*define[ \t]+([A-Z][A-Z\d_]+)[ \t]+(?:([A-Za-z_]\w*)|L?"((?:[^"\\\n]|\\.)*)"|(\d{1,9}))[ \t]*\r?$/gm;

type Defined = { name: string } | { value: string | number };

const known = new WeakMap<FileIr, Map<string, Defined>>();

/** `#define POPEN popen`: the value of a macro that is a name, a string or a number. */
export function definedAs({ file, language }: LowerContext, node: TreeNode, name: string): Expr | null {
  if ((language !== 'C' && language !== 'C++') || !/^[A-Z][A-Z\d_]+$/.test(name)) return null;
  let names = known.get(file);
  if (names === undefined) {
    names = new Map();
    for (const [, from = '', other, text, number] of file.text.matchAll(definitions))
      names.set(
        from,
        other !== undefined
          ? { name: other }
          : { value: text !== undefined ? unescaped(text) : Number(number) },
      );
    known.set(file, names);
  }
  const found = names.get(name);
  if (found === undefined) return null;
  return 'name' in found ? variable(node, found.name) : literal(node, found.value);
}

function unescaped(text: string): string {
  return text.replace(
    /\\(.)/g,
    (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', '0': '\0' })[sign] ?? sign,
  );
}
