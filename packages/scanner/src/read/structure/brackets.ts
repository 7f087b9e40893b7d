import { PUNCT, startOf, type TokenTable } from '../lexer/tokens.ts';

const openers = new Map([
  [0x29, 0x28], // )
  [0x5d, 0x5b], // ]
  [0x7d, 0x7b], // }
]);

/** Whether a bracket is unmatched: then the code is broken, or the lexer is out of step. */
export function hasUnmatchedBracket(table: TokenTable): boolean {
  const { source, count, kind, end } = table;
  const open: number[] = [];
  for (let at = 0; at < count; at++) {
    const from = startOf(table, at);
    if (kind[at] !== PUNCT || end[at] !== from + 1) continue;
    const sign = source.charCodeAt(from);
    if (sign === 0x28 || sign === 0x5b || sign === 0x7b) open.push(sign);
    else if ((sign === 0x29 || sign === 0x5d || sign === 0x7d) && open.pop() !== openers.get(sign))
      return true;
  }
  return open.length > 0;
}
