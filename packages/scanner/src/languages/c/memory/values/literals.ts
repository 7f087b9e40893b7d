import type { CExpression } from './c-tree.ts';

export function numberLiteral(text: string, at: number): CExpression {
  const isFloat = !/^0[xX]/.test(text) && /[.eE]/.test(text);
  const plain = text.replaceAll("'", '').replace(/^(0[xX][\da-fA-F]+|[\d.]+(?:[eE][-+]?\d+)?).*$/, '$1');
  const value = /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
  return { kind: 'number', value, isFloat, isLong: /[lLuU]/.test(text.replace(/^0[xX]/, '')), at };
}

export function characterLiteral(text: string, at: number): CExpression {
  const inner = text.slice(1, -1);
  const value = inner.length === 1 ? inner.charCodeAt(0) : inner === '\\0' ? 0 : inner === '\\n' ? 10 : 65;
  return { kind: 'number', value, isFloat: false, at };
}

/** The signs that a text between quotes stands for. */
export function textLength(written: string): number {
  return written.slice(1, -1).replace(/\\(?:x[\da-fA-F]+|[0-7]{1,3}|u[\da-fA-F]{4}|[\s\S])/g, 'x').length;
}
