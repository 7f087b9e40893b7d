import type { CExpression } from './c-tree.ts';

export function numberLiteral(text: string, at: number): CExpression {
  const isFloat = !/^0[xX]/.test(text) && /[.eE]/.test(text);
  const plain = text.replaceAll("'", '').replace(/^(0[xX][\da-fA-F]+|[\d.]+(?:[eE][-+]?\d+)?).*$/, '$1');
  const value = /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
  return { kind: 'number', value, isFloat, isLong: /[lLuU]/.test(text.replace(/^0[xX]/, '')), at };
}

export function characterLiteral(text: string, at: number): CExpression {
  const inner = text.slice(1, -1);
  const value = inner.startsWith('\\') ? escaped(inner.slice(1)) : (inner.codePointAt(0) ?? 0);
  return { kind: 'number', value, isFloat: false, at };
}

const namedSigns: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27 };

function escaped(sign: string): number {
  if (sign.startsWith('x')) return Number.parseInt(sign.slice(1), 16);
  return /^[0-7]/.test(sign) ? Number.parseInt(sign, 8) : (namedSigns[sign] ?? sign.charCodeAt(0));
}

/** The number of characters in a string literal. */
export function textLength(written: string): number {
  return written.slice(1, -1).replace(/\\(?:x[\da-fA-F]+|[0-7]{1,3}|u[\da-fA-F]{4}|[\s\S])/g, 'x').length;
}
