import { lineOf, PUNCT, type TokenTable, tokenText } from '../lexer/tokens.ts';

const MAX_TOKENS = 3_000;
/** An expression continues after a line that ends with one of these, and on a line that begins with one. */
const continuesBefore = /^(?:[.+*/%,=<>&|?:-]|&&|\|\||\?:|\?\.|->|=>|==|!=|<=|>=|\.\.|[([{])$/;
const continuesAfter = /^(?:[.?&|+*%:]|\?\?|\?\.|\?:|&&|\|\||::|as|else|in|is|to)$/;

/** What ends an expression besides a semicolon and an unmatched bracket. */
export interface ExpressionEnds {
  atLine: boolean;
  atComma: boolean;
}

/**
 * The last token of an expression that begins after a token; a line break ends it only if nothing is left
 * open.
 */
export function endOfExpression(table: TokenTable, index: number, ends: ExpressionEnds): number {
  let depth = 0;
  let last = index;
  for (let at = index + 1; at < Math.min(table.count, index + MAX_TOKENS); at++) {
    const text = table.kind[at] === PUNCT ? tokenText(table, at) : '';
    if (depth === 0) {
      if (text === ';' || text === ')' || text === '}' || text === ']' || (text === ',' && ends.atComma))
        break;
      const breaks = ends.atLine && at > index + 1 && lineOf(table, at) > lineOf(table, last);
      if (
        breaks &&
        !continuesBefore.test(tokenText(table, last)) &&
        !continuesAfter.test(tokenText(table, at))
      )
        break;
    }
    if (text === '(' || text === '{' || text === '[') depth++;
    else if (text === ')' || text === '}' || text === ']') depth--;
    last = at;
  }
  return last;
}

/**
 * The last token of a directive that begins at a `#`: the preprocessor chooses between texts, not between
 * paths. The token itself if it does not begin a line.
 */
export function endOfDirective(table: TokenTable, index: number): number {
  if (index > 0 && table.line[index - 1] === table.line[index]) return index;
  let last = index;
  while (
    last + 1 < table.count &&
    (table.line[last + 1] === table.line[last] || tokenText(table, last) === '\\')
  )
    last++;
  return last;
}
