import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { methodOf, placeOf } from './class-shapes.ts';
import type { ShapeFile } from './shape-file.ts';
import type { ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

const calledByName =
  /^(?:readObject|writeObject|readResolve|writeReplace|readObjectNoData|main|Main|valueOf)$/;

/** Private methods without a reference. */
function* unusedMethods(file: ShapeFile): Iterable<TreeNode> {
  if (/\bpartial class\b|@(?:Lombok|Mapper)\b|\bnative\b|"[\w.]*%s"/.test(file.text)) return;
  for (const node of file.of('method_declaration')) {
    const method = methodOf(file, node);
    if (!method.modifiers.includes('private') || calledByName.test(method.name) || hasMarks(file, node))
      continue;
    const words = file.text.match(
      new RegExp(`(?<![\\w$])${method.name.replace(/\$/g, '\\$')}(?![\\w$])`, 'g'),
    );
    if (words?.length === 1) yield placeOf(method);
  }
}

/** Annotations or attributes: a framework may use the declaration. */
const hasMarks = (file: ShapeFile, node: TreeNode): boolean =>
  /^\s*(?:\[|@(?!SuppressWarnings|Deprecated)|[\w\s]*@(?!SuppressWarnings|Deprecated)\w)/.test(
    file.text.slice(node.start, child(node, 'name')?.start),
  );

/** Local variables that are never read. */
function* unusedLocals(file: ShapeFile): Iterable<TreeNode> {
  const types = ['local_variable_declaration', 'local_declaration_statement'];
  for (const node of file.of(...types)) {
    const held = node.kids.find(({ type }) => type === 'variable_declaration') ?? node;
    if (/^\s*(?:await\s+)?using\b/.test(file.textOf(node)) || hasMarks(file, { ...node, kids: [] })) continue;
    const body = file.functionAround(node);
    if (body === null) continue;
    for (const one of held.kids) {
      if (one.type !== 'variable_declarator') continue;
      const named = child(one, 'name');
      if (named === null) continue;
      const name = file.textOf(named);
      if (
        /^(?:_|unused|ignored?)/i.test(name) ||
        /\b(?:using|lock|scope|Lock|Scope|Closeable)\b/.test(file.textOf(held))
      )
        continue;
      const uses = file.usesOf(name, body).filter((use) => use.start !== named.start);
      const isRead = uses.some((use) => {
        const parent = file.parent(use);
        if (parent?.type === 'variable_declarator') return use.field !== 'name';
        return !(
          parent?.type === 'assignment_expression' &&
          use.field === 'left' &&
          child(parent, 'operator')?.type === '=' &&
          file.parent(parent)?.type === 'expression_statement'
        );
      });
      if (!isRead) yield named;
    }
  }
}

/** Whether the name of some private method occurs only once. */
function unusedPrivate(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/\bprivate [^=;(){}\n]{0,160}?(\w+)\s*\(/g))
    if (wordAt(text, name, 0, 2) === 1) return true;
  return false;
}

/** How often a word occurs in a text, up to `most`. */
function wordAt(text: string, word: string, from: number, most: number): number {
  let count = 0;
  for (let at = text.indexOf(word, from); at >= 0 && count < most; at = text.indexOf(word, at + word.length))
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')) count++;
  return count;
}

/** Whether some local variable is not read until the end of its block, judged by words and indentation only. */
function hasUnusedName(text: string): boolean {
  for (const { 1: blanks = '', 2: name = '', index } of text.matchAll(
    /^([ \t]+)(?:final )?(?!(?:return|throw|new|goto|else|case|package|import|break|continue|yield|using|await|private|public|protected|static|internal) )(?:[A-Za-z][\w.]*(?:<[^;\n=]*>)?(?:\[\])*) (\w+)(?: =[^=\n]|;\r?$)/gm,
  ))
    if (readsOf(text, name, index + blanks.length, blanks.length) === 0) return true;
  return false;
}

/** How often a word is read after a place, before the text is indented less than there. Counts up to one. */
function readsOf(text: string, word: string, from: number, indent: number): number {
  let end = text.indexOf('\n', from);
  for (let line = end; line >= 0; line = text.indexOf('\n', line + 1)) {
    const first = line + 1 + (/^[ \t]*/.exec(text.slice(line + 1, line + 1 + indent))?.[0].length ?? 0);
    if (first < line + 1 + indent && !/\s/.test(text[first] ?? '}')) break;
    end = text.indexOf('\n', line + 1);
    if (end < 0) end = text.length;
  }
  const after = text.indexOf(word, from) + word.length;
  for (let at = text.indexOf(word, after); at >= 0 && at <= end; at = text.indexOf(word, at + word.length)) {
    if (/\w/.test(text[at - 1] ?? ' ') || /\w/.test(text[at + word.length] ?? ' ')) continue;
    if (/^\s*(?:\/[/*]|\*)|\/\//.test(text.slice(text.lastIndexOf('\n', at) + 1, at))) continue;
    if (!/^\s*=[^=]/.test(text.slice(at + word.length, at + word.length + 12))) return 1;
  }
  return 0;
}

export const unusedShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('maintainability/unused-method', ['CWE-561'], 0.8),
    description: 'It never runs, and readers look for its callers.',
    recommendation: 'Remove it, or call it.',
    may: unusedPrivate,
    find: unusedMethods,
  },
  {
    ...shapeRow('maintainability/unused-variable', ['CWE-563'], 0.75),
    description: 'It was meant to be used, or it is left over.',
    recommendation: 'Remove it, or use it where it was meant.',
    may: hasUnusedName,
    find: unusedLocals,
  },
];
