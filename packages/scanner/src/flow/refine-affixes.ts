import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { maskOf } from './kinds.ts';
import { change, cleanHost } from './known-values.ts';
import type { Machine } from './machine.ts';
import { cleanTaints } from './value.ts';

type StartOf = Extract<Expr, { k: 'call' }> & { f: Extract<Expr, { k: 'get' }> };

/** `text[:n]`, `text.substring(0, n)`: the start of a text. */
function isStart(e: Expr): e is StartOf {
  if (e.k !== 'call' || e.f.k !== 'get' || !/^(?:slice|[sS]ubstring|substr)$/.test(e.f.name)) return false;
  const [from, to] = e.args;
  if (to === undefined) return from !== undefined && from.k !== 'lit';
  return from !== undefined && (from.k === 'none' || (from.k === 'lit' && (from.v === 0 || from.v === null)));
}

/** `path[:len(root)] == root`: the same as a prefix. False if the comparison is another one. */
export function refineStart(m: Machine, subject: Expr, other: Expr): boolean {
  if (!isStart(subject) || m.evalExpr(other).taints.length > 0) return false;
  refinePrefix(m, subject.f.o, other);
  return true;
}

/** `host.endsWith('.ours.org')`: one of our hosts. Without the dot, it can be the end of another name. */
export function refineSuffix(m: Machine, recv: Expr | null, name: string, args: readonly Expr[]): void {
  const [first, second] = args;
  const isPlain = second !== undefined && (recv === null || name === 'HasSuffix');
  const ending = isPlain ? second : first;
  const subject = isPlain ? first : recv;
  if (subject == null || ending?.k !== 'lit' || typeof ending.v !== 'string') return;
  if (/^\.[\w-]+\./.test(ending.v)) cleanHost(m, subject);
}

/** After normalization, `..` can only remain at the beginning. */
export function leavesFolder(prefix: Expr): boolean {
  if (prefix.k === 'list') return prefix.items.some(leavesFolder);
  return prefix.k === 'lit' && typeof prefix.v === 'string' && prefix.v.startsWith('..');
}

/**
 * Narrows a text with this prefix. A prefix that ends within the host name, or before a second slash, leaves the host
 * open.
 */
export function refinePrefix(m: Machine, subject: Expr, prefix: Expr | undefined): void {
  // A check of the normalized path is also one of the path itself.
  if (subject.k === 'call' && m.handlers.words.plainPathOf.test(nameOf(subject))) {
    const path = only(subject.args);
    if (path !== undefined) refinePrefix(m, path, prefix);
  }
  const text = prefix?.k === 'lit' && typeof prefix.v === 'string' ? prefix.v : null;
  // `id=`, `report_`: a word determines neither the host nor the folder.
  if (text !== null && !/[/\\.:]/.test(text)) return;
  // Every absolute path begins with the root, wherever it leads.
  const isRoot = text !== null && /^(?:[A-Za-z]:)?[/\\]+$/.test(text);
  const { fn, file } = m.frame;
  const isOpen =
    text !== null &&
    (/^https?:\/{0,2}[^/]*$/i.test(text) ||
      (/^[/\\]$/.test(text) &&
        !/["'`/](?:\\?\/){2}|\\\\|charAt\(1\)|\[1\]/.test(
          file.text.slice(fn.pos, fn.end).replace(/https?:\/\//g, ''),
        )));
  // `files/../..` also begins with `files/`.
  const isPlain =
    text === null ||
    (!isRoot && (m.handlers.words.plainPathHint.test(file.text.slice(fn.pos, fn.end)) || /:/.test(text)));
  const mask = (isOpen ? 0 : maskOf('redirect', 'ssrf')) | (isPlain ? maskOf('path') : 0);
  // The path that a file object was created from is no longer its state.
  change(m, subject, (value) => ({ ...value, objs: [], taints: cleanTaints(value.taints, mask) }));
}

function nameOf({ f }: Extract<Expr, { k: 'call' }>): string {
  return f.k === 'get' || f.k === 'var' ? f.name : '';
}
