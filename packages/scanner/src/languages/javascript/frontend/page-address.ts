import type { Expr } from '../../../ir/ir.ts';
import type { LowerContext } from '../../frontend/lower-context.ts';
import type { EsNode } from './es-node.ts';

const ownLocation =
  /\b(?:let|const|var|function|class)\s+(?:\{[^{}=;]{0,200}|[\w$,\s]{0,100},\s*)?location\b|[({,]\s*location\s*(?:[,)}:]|=(?!=))[^;{}]{0,200}(?:=>|\)\s*\{)|\bimport\b[^;\n]{0,120}\blocation\b/;

/** `location = address` redirects the browser, unless the file has a variable of that name. */
export function isPageAddress({ file }: LowerContext, { left, operator }: EsNode): boolean {
  return (
    operator === '=' && left.type === 'Identifier' && left.name === 'location' && !ownLocation.test(file.text)
  );
}

export function pageAddress(name: EsNode): Expr {
  return {
    k: 'get',
    o: { k: 'var', name: 'window', pos: name.start, end: name.end },
    name: 'location',
    pos: name.start,
    end: name.end,
  };
}
