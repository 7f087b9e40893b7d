import type { FileIr, FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';

/**
 * Whether untrusted callers may call a function: every exported one if other programs call the code;
 * otherwise those whose own text has dangerous words.
 */
export function isOpenToCallers(m: Machine, fn: FunctionIr): boolean {
  const { file } = fn;
  if (!fn.isExported && !(sharesAll(file) && isAlone(fn))) return false;
  if (fn.params.length === 0) return false;
  if (fn.parent !== null && fn.parent !== file.top && fn.cls === null && !file.semantics.runsByHint)
    return false;
  return m.isPublic(file.path) || m.handlers.words.dangerous.test(file.text.slice(fn.pos, fn.end));
}

/** A function whose name occurs nowhere else in its file. */
function isAlone({ name, parent, cls, file }: FunctionIr): boolean {
  if (parent !== file.top || cls !== null || !/^[\w$]+$/.test(name)) return false;
  const written = new RegExp(String.raw`(?<![\w$])${name.replace(/\$/g, '\\$')}(?![\w$])`, 'g');
  return file.text.match(written)?.length === 1;
}

const shared = new WeakMap<FileIr, boolean>();

/** A script without exports: whoever loads it calls its functions by name. */
function sharesAll(file: FileIr): boolean {
  let known = shared.get(file);
  if (known === undefined) {
    known =
      file.semantics.runsByHint &&
      !file.functions.some((fn) => fn.isExported) &&
      !/\bexports\b|^export\b/m.test(file.text);
    shared.set(file, known);
  }
  return known;
}
