import type { FileIr, FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';

/**
 * Whether a function is run once more with parameters that anybody may have given. Where other programs call the code,
 * that is each exported one; elsewhere those that the program itself never calls, if their own words name something
 * dangerous: what it hands in is known.
 */
export function isOpenToCallers(m: Machine, fn: FunctionIr, called: ReadonlySet<FunctionIr>): boolean {
  const { file } = fn;
  const isPublic = m.isPublic(file.path);
  if (called.has(fn) && !file.semantics.runsByHint && !isPublic) return false;
  if (!fn.isExported && !(sharesAll(file) && isAlone(fn))) return false;
  if (fn.params.length === 0 || fn.body.length === 0) return false;
  if (fn.parent !== null && fn.parent !== file.top && fn.cls === null && !file.semantics.runsByHint)
    return false;
  return isPublic || m.handlers.words.dangerous.test(file.text.slice(fn.pos, fn.end));
}

/** A function of the file itself whose name stands nowhere else in it. */
function isAlone({ name, parent, cls, file }: FunctionIr): boolean {
  if (parent !== file.top || cls !== null || !/^[\w$]+$/.test(name)) return false;
  const written = new RegExp(String.raw`(?<![\w$])${name.replace(/\$/g, '\\$')}(?![\w$])`, 'g');
  return file.text.match(written)?.length === 1;
}

const shared = new WeakMap<FileIr, boolean>();

/** A script that exports nothing: whoever loads it calls its functions by their names. */
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
