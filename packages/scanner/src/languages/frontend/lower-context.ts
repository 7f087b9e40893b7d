import { interned } from '../../ir/interned.ts';
import type { ClassIr, Expr, FileIr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { newFunction } from '../../ir/ir.ts';
import type { Span } from './cursor.ts';
import type { TreeNode } from './tree-node.ts';

/** The current position of the lowering. */
export interface LowerContext {
  file: FileIr;
  language: string;
  fn: FunctionIr;
  cls: ClassIr | null;
}

/** Inside the body of a class. */
export type ClassContext = LowerContext & { cls: ClassIr };

export function textOf(context: LowerContext, node: Span | null): string {
  return node === null ? '' : interned(context.file.text.slice(node.start, node.end));
}

export function none(node: Span): Expr {
  return { k: 'none', pos: node.start, end: node.end };
}

export function variable(node: Span, name: string): Expr {
  return { k: 'var', name, pos: node.start, end: node.end };
}

export function literal(node: Span, v: string | number | boolean | null): Expr {
  return { k: 'lit', v, pos: node.start, end: node.end };
}

export function call(node: Span, f: Expr, args: Expr[]): Expr {
  return { k: 'call', f, args, pos: node.start, end: node.end };
}

/** A call for an operator or a statement of the language (`echo`, backticks, slices). */
export function callNamed(node: Span, name: string, args: Expr[]): Expr {
  return call(node, variable(node, name), args);
}

export function exprStmt(e: Expr): Stmt {
  return { k: 'expr', e, pos: e.pos, end: e.end };
}

export function declare(context: LowerContext, name: string): void {
  context.fn.locals.add(name);
}

/** Declares a name unless an enclosing function has it: blocks in Ruby and Kotlin write to the outer variable. */
export function declareUnlessOuter(context: LowerContext, name: string): void {
  for (let fn: FunctionIr | null = context.fn; fn !== null; fn = fn.parent) if (fn.locals.has(name)) return;
  context.fn.locals.add(name);
}

export function inFunction(context: LowerContext, node: Span, name: string): LowerContext {
  const fn = newFunction(context.file, name, node.start, node.end);
  fn.parent = context.fn;
  fn.cls = context.cls;
  fn.qualified = context.cls !== null ? `${context.cls.name}.${name}` : name;
  context.file.functions.push(fn);
  return { ...context, fn };
}

/** The type inside Rust's owning and reference-counted pointers. */
const sharedType = /^(?:\w+::)*(?:Arc|Rc|Box)<\s*((?:[^<>]|<[^<>]*>)+?)\s*>$/;

/** The result type of an awaited task. */
const awaitedType = /^(?:[\w.]+\.)?(?:Value)?Task<([\s\S]+)>$/;

/** The simple name of a type: `java.util.List<String>` is `List`, `*http.Request` is `http.Request`. */
export function typeName(context: LowerContext, node: TreeNode | null): string | null {
  if (node === null) return null;
  let text = textOf(context, node).trim();
  text = text
    .replace(/^:\s*/, '')
    .replace(/^(?:final|const|mut|ref|out|in|params)\s+/, '')
    .replace(/^[*&?]+(?:mut\s+)?/, '');
  if (context.language === 'Rust' && text.length > 4)
    text = text.replace(sharedType, '$1').replace(/^(?:dyn|impl)\s+([\w:]+)[\s\S]*$/, '$1');
  if (context.language === 'Python') text = plainAnnotation(text);
  if (context.language === 'C#' && text.endsWith('>')) text = text.replace(awaitedType, '$1');
  const isArray = /\[\s*\]\s*$/.test(text) || text.startsWith('[]');
  text = text
    .replace(/^\[\]\*?/, '')
    .replace(/<[\s\S]*$/, '')
    .replace(/\[[\s\S]*$/, '')
    .replace(/[?!*&\s]+$/, '');
  if (context.language === 'Java' || context.language === 'C#' || context.language === 'Kotlin')
    text = text.slice(text.lastIndexOf('.') + 1);
  if (context.language === 'PHP') text = text.slice(text.lastIndexOf('\\') + 1);
  if (context.language === 'Rust' || context.language === 'C++') text = text.slice(text.lastIndexOf(':') + 1);
  if (aliased.has(context.language)) text = withoutAlias(context, text);
  if (context.language === 'Python') text = aliasedType(context.file, text);
  return text === '' ||
    text === 'var' ||
    text === 'auto' ||
    text === 'val' ||
    text === 'dynamic' ||
    text === 'object' ||
    text === 'Object' ||
    text === 'any'
    ? null
    : isArray
      ? interned(`${text}[]`)
      : interned(text);
}

/** `Optional[str]`, `Annotated[str, Query()]`, `str | None` and `'str'` are all strings. */
function plainAnnotation(text: string): string {
  return text
    .replace(/^["']([\s\S]*)["']$/, '$1')
    .replace(/^(?:typing\.)?Annotated\[\s*([\s\S]*)$/, '$1')
    .replace(/^(?:typing\.)?(?:Optional|Final|ClassVar|Required)\[\s*([\s\S]*)$/, '$1')
    .replace(/\s*\|\s*None\b[\s\S]*$/, '')
    .replace(/^([\w.]+)\s*[,\]][\s\S]*$/, '$1');
}

/** `Service = Annotated[DocumentService, Depends(…)]`: type aliases by file. */
const typeAliases = new WeakMap<FileIr, ReadonlyMap<string, string>>();

function aliasedType(file: FileIr, name: string): string {
  let known = typeAliases.get(file);
  if (known === undefined) {
    known = new Map(
      file.text.includes('Annotated[')
        ? [
            ...file.text.matchAll(/^(?:type\s+)?(\w+)(?:\s*:\s*TypeAlias)?\s*=\s*Annotated\[\s*([\w.]+)/gm),
          ].map(([, alias = '', type = '']) => [alias, type] as const)
        : [],
    );
    typeAliases.set(file, known);
  }
  return known.get(name) ?? name;
}

const aliased = new Set(['Go', 'PHP', 'Python']);

/** The name of a type in its library, even if the import has another name: `h.Request` for `h "net/http"`. */
function withoutAlias({ file, language }: LowerContext, text: string): string {
  const [first = '', ...rest] = text.split('.');
  const entry = file.imports.find(({ local }) => local === first);
  if (entry === undefined) return text;
  if (language !== 'Go') return rest.length === 0 && entry.name !== '*' ? entry.name : text;
  const base = entry.module.replace(/(?:\/v\d+|\.v\d+)$/, '').replace(/^.*\//, '');
  return rest.length === 1 && /^\w+$/.test(base) ? `${base}.${rest[0]}` : text;
}
