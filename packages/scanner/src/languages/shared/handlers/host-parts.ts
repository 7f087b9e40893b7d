import type { Machine } from '../../../flow/machine.ts';
import { nested } from '../../../flow/nested-map.ts';
import type { Expr, FunctionIr } from '../../../ir/ir.ts';

/** The address in `parse_url($address, PHP_URL_HOST)`. */
export function addressBehindHost(m: Machine, e: Expr): Expr | undefined {
  const [address, part] = e.k === 'call' && e.f.k === 'var' && e.f.name === 'parse_url' ? e.args : [];
  return part !== undefined && m.file.text.slice(part.pos, part.end).endsWith('PHP_URL_HOST')
    ? address
    : undefined;
}

const hostReaders = new WeakMap<FunctionIr, boolean>();

function readsHost(fn: FunctionIr): boolean {
  let known = hostReaders.get(fn);
  if (known === undefined) {
    known = /PHP_URL_HOST|["']host["']|\b(?:hostname|host|netloc|origin|authority|Host|getHost)\b/.test(
      fn.file.text.slice(fn.pos, fn.end),
    );
    hostReaders.set(fn, known);
  }
  return known;
}

const hosts = new WeakMap<FunctionIr, Map<string, boolean>>();

/** Whether a variable was set to the host of an address. */
export function holdsHost(m: Machine, name: string): boolean {
  const { fn } = m.frame;
  if (!readsHost(fn) || !/^[\w$]+$/.test(name)) return false;
  const known = nested(hosts, fn);
  let holds = known.get(name);
  if (holds === undefined) {
    holds = isSetToHost(fn.file.text.slice(fn.pos, fn.end), name);
    known.set(name, holds);
  }
  return holds;
}

function isSetToHost(text: string, name: string): boolean {
  // `const { hostname } = new URL(address)`
  if (
    new RegExp(
      String.raw`\{[^{}\n]*\b(?:(?:host(?:name)?|origin)\s*:\s*${name.replace(/\$/g, '\\$&')}|(?=host|origin)${name.replace(/\$/g, '\\$&')})\b[^{}\n]*\}\s*=\s*(?:new\s+)?[\w.]*(?:URL|[pP]arse)\s*\(`,
    ).test(text)
  )
    return true;
  return new RegExp(
    String.raw`(?<![\w.])\$?${name.replace(/\$/g, '\\$&')}\b[^=\n]{0,40}=[^=\n][^;\n]*(?:PHP_URL_HOST|\[['"]host['"]\]|\.(?:hostname|host|netloc|origin|authority|Host|getHost\(\)))`,
  ).test(text);
}
