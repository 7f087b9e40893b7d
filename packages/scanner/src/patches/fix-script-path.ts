import type { Edit } from './edit.ts';
import { isFileName } from './fix-managed-path.ts';
import type { FixSite } from './fixer.ts';
import { ensurePythonImport } from './python-import.ts';

const jsInput = /\breq(?:uest)?\.(?:body|query|params)\.\w+/;
const pythonInput =
  /\brequest\.(?:args|form|values|json|GET|POST|cookies|headers)(?:\.get\(\s*["'][^"']*["']\s*(?:,\s*["'][^"']*["']\s*)?\)|\[["'][^"']+["']\])/;

/**
 * Keeps the untrusted part of a path in its folder. A file name loses its folders, where it is joined or where it is
 * read. For a value that may name a file in a subfolder, only `..` is removed.
 */
export function fixPath(site: FixSite): Edit[] | undefined {
  const { language, text, code, start, finding } = site;
  const isPython = language === 'Python';
  const hasModule = /(?:require\(['"](?:node:)?path['"]\)|from ['"](?:node:)?path['"])/.test(text);
  if (!isPython && !(/^(?:JavaScript|TypeScript|TSX|JSX)$/.test(language ?? '') && hasModule))
    return undefined;
  const more = isPython
    ? ensurePythonImport(site, 'import os', /^[^\S\n]*import\s(?:[\w, ]+,)?\s*os\b/m)
    : [];
  const joined = isPython
    ? /(\bos\.path\.join\s*\([^()]*,\s*)([\w.]+)(?=\s*\))/.exec(code)
    : /(\bpath\.(?:join|resolve)\s*\([^()]*,\s*)([\w$.]+)(?=\s*\))/.exec(code);
  if (!joined) return fixInput(site, isPython, more);
  const [, call = '', name = ''] = joined;
  const from = start + joined.index + call.length;
  const replacement = contained(call, name, isPython);
  return [{ file: finding.file, start: from, end: from + name.length, replacement }, ...more];
}

function contained(call: string, name: string, isPython: boolean): string {
  if (isFileName(name)) return isPython ? `os.path.basename(${name})` : `path.basename(${name})`;
  if (isPython) return `os.path.normpath('/' + ${name}).lstrip('/')`;
  const normal = `path.normalize('/' + ${name})`;
  return call.startsWith('path.resolve') ? `'.' + ${normal}` : normal;
}

/** Fixes the name where it is read, if no join is visible. */
function fixInput({ text, finding }: FixSite, isPython: boolean, more: readonly Edit[]): Edit[] | undefined {
  const source = finding.evidence.find((one) => one.role === 'source');
  if (!source || source.file !== finding.file) return undefined;
  const lines = text.split('\n');
  const start = lines.slice(0, source.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const line = lines[source.line - 1] ?? '';
  const input = (isPython ? pythonInput : jsInput).exec(line);
  if (!input || /basename\s*\(\s*$/.test(line.slice(0, input.index))) return undefined;
  const name = /(?<!\w)(\w+)["'\])]*$/.exec(input[0].replace(/,\s*["'][^"']*["']\s*\)$/, ')'))?.[1] ?? '';
  if (!isFileName(name)) return undefined;
  // A missing value stays empty.
  const isMissing = isPython ? /\.get\([^,]*\)$/.test(input[0]) : true;
  const value = isMissing ? `${input[0]} ${isPython ? 'or' : '||'} ''` : input[0];
  const at = start + input.index;
  const replacement = isPython ? `os.path.basename(${value})` : `path.basename(${value})`;
  return [{ file: finding.file, start: at, end: at + input[0].length, replacement }, ...more];
}
