import type { TreeNote } from '../../../ir/ir.ts';
import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { endlessLoops } from './endless-loops.ts';
import { type GoFile, nodesOf, textOf } from './go-note.ts';
import { GoTypes } from './go-types.ts';
import { lostCancels } from './lost-cancel.ts';
import { RangeFacts } from './range-facts.ts';
import { RangeWalk } from './range-walk.ts';
import { declareParameters } from './stored-values.ts';

/** A file with more of one kind is generated or hostile. */
const MAX_PER_KIND = 50;
/** Text of functions that are worth analysing with number ranges. */
const numbers = /\b(?:u?int(?:8|16|32|64)|byte|rune|uint|int)\s*\(|\w\[[^\]]*\w/;

/** Notes that only need the tree of one file: numbers that do not fit, functions that never end. */
export function goNotes(root: TreeNode, text: string): TreeNote[] {
  const file: GoFile = { text, root, imports: importsOf(root, text) };
  const types = new GoTypes(file);
  const notes: TreeNote[] = [];
  const report = (note: TreeNote) => notes.push(note);
  for (const node of root.kids) {
    if (node.type === 'const_declaration') readConstants(types, node);
  }
  for (const node of root.kids) {
    if (node.type !== 'function_declaration' && node.type !== 'method_declaration') continue;
    const body = child(node, 'body');
    if (body === null) continue;
    const written = textOf(file, node);
    if (numbers.test(written)) walkNumbers(types, node, body, report);
    if (written.includes('context.With')) lostCancels(file, node, report);
    if (/\bcontext\.Context\b/.test(written) && /\bfor\s*\{/.test(written)) endlessLoops(file, node, report);
  }
  return distinct(notes);
}

function walkNumbers(types: GoTypes, fn: TreeNode, body: TreeNode, report: (note: TreeNote) => void): void {
  const facts = new RangeFacts(types, volatileIn(types.file, body), shiftedIn(types.file, body));
  declareParameters(facts, fn);
  new RangeWalk(facts, report).run(body);
}

/** The body of a loop may be analysed twice. */
function distinct(notes: readonly TreeNote[]): TreeNote[] {
  const once = new Map(notes.map((note) => [`${note.kind} ${note.pos}`, note]));
  const counts = new Map<string, number>();
  return [...once.values()].filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_PER_KIND;
  });
}

function importsOf(root: TreeNode, text: string): Map<string, string> {
  const imports = new Map<string, string>();
  for (const node of root.kids.filter((kid) => kid.type === 'import_declaration'))
    for (const spec of nodesOf(node)) {
      if (spec.type !== 'import_spec') continue;
      const path = textOf({ text }, child(spec, 'path')).replace(/["`]/g, '');
      const last = path.replace(/\/v\d+$/, '').replace(/^.*\//, '');
      imports.set(
        textOf({ text }, child(spec, 'name')) || last.replace(/^go[-.]|[-.]go$|\.v\d+$/g, ''),
        path,
      );
    }
  return imports;
}

function readConstants(types: GoTypes, node: TreeNode): void {
  const facts = new RangeFacts(types, new Set(), new Set());
  for (const spec of node.kids.filter((kid) => kid.type === 'const_spec')) {
    const values = child(spec, 'value')?.kids ?? [];
    const type = types.written(child(spec, 'type'));
    for (const [at, name] of spec.kids
      .filter((kid) => kid.field === 'name' && kid.type === 'identifier')
      .entries()) {
      const range = values[at] === undefined ? null : facts.rangeOf(values[at]);
      types.constants.set(textOf(types.file, name), {
        type,
        value: range !== null && range.lo === range.hi ? range.lo : null,
      });
    }
  }
}

/** Names that a closure assigns, or whose address is taken. */
function volatileIn(file: GoFile, body: TreeNode): Set<string> {
  const names = new Set<string>();
  const add = (target: TreeNode | null | undefined) => {
    if (target?.type === 'identifier') names.add(textOf(file, target));
  };
  const set = (node: TreeNode) => {
    for (const one of nodesOf(node)) {
      if (one.type === 'assignment_statement')
        for (const target of child(one, 'left')?.kids ?? []) add(target);
      if (one.type === 'inc_statement' || one.type === 'dec_statement') add(one.kids[0]);
    }
  };
  for (const node of nodesOf(body)) {
    if (node.type === 'func_literal') set(node);
    if (node.type === 'unary_expression' && child(node, 'operator')?.type === '&')
      add(child(node, 'operand'));
  }
  return names;
}

/** Values that are shifted to the right, to split them into parts. */
function shiftedIn(file: GoFile, body: TreeNode): Set<string> {
  const shifted = new Set<string>();
  for (const node of nodesOf(body))
    if (node.type === 'binary_expression' && child(node, 'operator')?.type === '>>')
      shifted.add(textOf(file, child(node, 'left')).replace(/^\(|\)$/g, ''));
  return shifted;
}
