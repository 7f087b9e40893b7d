import type { Annotation, Expr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import type { Marks } from './marks.ts';
import { readFunction } from './read-functions.ts';
import { readTypeDeclaration } from './read-members.ts';
import { readProperty } from './read-properties.ts';

const modifiers = new Set([
  'public',
  'private',
  'fileprivate',
  'internal',
  'open',
  'package',
  'static',
  'class',
  'final',
  'override',
  'mutating',
  'nonmutating',
  'lazy',
  'weak',
  'unowned',
  'required',
  'convenience',
  'dynamic',
  'optional',
  'indirect',
  'prefix',
  'postfix',
  'infix',
  'nonisolated',
  'isolated',
  'async',
  'distributed',
  'consuming',
  'borrowing',
]);

/** Keywords of declarations, after the modifiers. */
const declares =
  /^(?:var|let|func|init|deinit|subscript|class|struct|enum|protocol|extension|actor|import|typealias|associatedtype|case|operator|precedencegroup|macro)$/;

/** Reads modifiers and attributes, and moves the cursor past them. */
function readMarks(r: CodeReader): Marks {
  const marks: Marks = { annotations: [], isStatic: false, isExported: false, isLazy: false };
  for (;;) {
    if (r.kind !== WORD) return marks;
    const { text } = r;
    if (text.startsWith('@')) {
      marks.annotations.push(readAttribute(r));
      continue;
    }
    if (!modifiers.has(text)) return marks;
    const next = r.textAfter(1);
    const isScoped = next === '(' && /^(?:set|safe|unsafe)$/.test(r.textAfter(2));
    if (text === 'class' && !/^(?:func|var|let|subscript)$/.test(next) && !modifiers.has(next)) return marks;
    if (!isScoped && r.kindAfter(1) !== WORD) return marks;
    marks.isStatic ||= text === 'static' || text === 'class';
    marks.isExported ||= text === 'public' || text === 'open';
    marks.isLazy ||= text === 'lazy';
    r.at += isScoped ? 4 : 1;
  }
}

function readAttribute(r: CodeReader): Annotation {
  let name = r.word().slice(1);
  while (r.is('.') && r.kindAfter(1) === WORD) {
    r.at++;
    name = r.word();
  }
  if (r.is('<')) {
    const end = r.behindAngles();
    if (end > 0) r.at = end;
  }
  if (!r.is('(') || r.isSeparated()) return { name, args: '' };
  const from = r.start + 1;
  r.skipBrackets();
  return { name, args: r.context.file.text.slice(from, Math.max(from, r.lastEnd - 1)) };
}

/** Reads a declaration; null if there is none here. */
export function readDeclaration(r: CodeReader): Stmt[] | null {
  const { at, start } = r;
  const marks = readMarks(r);
  if (r.kind !== WORD || !declares.test(r.text) || !isDeclared(r)) {
    if (marks.annotations.length === 0) r.at = at;
    return null;
  }
  switch (r.text) {
    case 'var':
    case 'let':
      return readProperty(r, marks, start);
    case 'func':
    case 'init':
    case 'deinit':
    case 'subscript':
    case 'macro':
      return readFunction(r, marks, start);
    case 'import':
      readImport(r);
      return [];
    case 'class':
    case 'struct':
    case 'enum':
    case 'protocol':
    case 'extension':
    case 'actor':
      return readTypeDeclaration(r, marks, start);
    case 'case':
      return readCases(r, start);
    default:
      skipLine(r);
      return [];
  }
}

/** `actor`, `init`, `subscript` and the like may also be names. */
function isDeclared(r: CodeReader): boolean {
  const next = r.textAfter(1);
  switch (r.text) {
    case 'init':
      return next === '(' || next === '?' || next === '!' || next === '<';
    case 'deinit':
      return next === '{';
    case 'subscript':
      return next === '(' || next === '<';
    case 'var':
    case 'let':
      return r.kindAfter(1) === WORD || next === '(';
    case 'func':
      return true;
    default:
      return r.kindAfter(1) === WORD;
  }
}

function readImport(r: CodeReader): void {
  r.at++;
  if (/^(?:class|struct|enum|protocol|func|typealias|var|let)$/.test(r.text)) r.at++;
  const module = r.word();
  let name = module;
  while (r.pass('.') && r.kind === WORD) name = r.word();
  r.context.file.imports.push({ local: name, module, name: '*' });
}

/** The cases of an enum, as constants. */
function readCases(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const { cls } = r.context;
  do {
    const name = r.word();
    if (r.is('(')) r.skipBrackets();
    const init: Expr = r.pass('=') ? r.parts.expr(r) : { k: 'lit', v: `.${name}`, ...r.place(start) };
    cls?.fields.push({ name, type: null, init, isStatic: true, annotations: [] });
  } while (r.pass(','));
  return [];
}

function skipLine(r: CodeReader): void {
  r.at++;
  while (!r.isAtEnd && !r.beginsLine() && !r.is('}')) {
    if (r.is('{') || r.is('(') || r.is('[')) r.skipBrackets();
    else r.at++;
  }
}
