import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';

/** `redirect_to params.merge(only_path: true)`, `redirect_to params.permit(:page)` */
export function keepsHost(call: string): boolean {
  if (/\ballow_other_host(?::|\s*=>)\s*false\b|\.(?:permit|slice)\([^)]*\)\s*\)?$/.test(call)) return true;
  return /\.merge!?\([^)]*\b(?:only_path|host)(?::|\s*=>)\s*(?:true\b|["'])/.test(call);
}

/** The statement in a list of it and its parameters. */
export function statementOf(m: Machine, value: Value): Value | undefined {
  const first = m.s.first(value)?.items?.[0];
  return first !== undefined && first.text !== null ? first : undefined;
}

/** Rails defines methods that return the URLs of routes. */
export const routeHelper = /^(?!(?:expand|absolute|real|temp|file)_)[a-z]\w*_(?:path|url)$/;
