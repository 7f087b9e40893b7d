import { PUNCT, type TokenTable, tokenText } from '../lexer/tokens.ts';

const mostTokens = 3_000;
/** An expression goes on behind a line that ends in one of these, and in a line that begins with one. */
const goesOn = /^(?:[.+*/%,=<>&|?:-]|&&|\|\||\?:|\?\.|->|=>|==|!=|<=|>=|\.\.|[([{])$/;
const goesOnWith = /^(?:[.?&|+*%]|\?\.|\?:|&&|\|\||::|as|else|in|is|to)$/;

/** The line on which an expression ends that begins behind a token: at a semicolon, or where a line ends that leaves nothing open. */
export function endOfExpression(table: TokenTable, index: number, endsWithLine: boolean): number {
  let depth = 0;
  let last = index;
  for (let at = index + 1; at < Math.min(table.count, index + mostTokens); at++) {
    const text = table.kind[at] === PUNCT ? tokenText(table, at) : '';
    if (depth === 0) {
      if (text === ';' || text === ')' || text === '}' || text === ']' || (text === ',' && !endsWithLine))
        break;
      const breaks = endsWithLine && at > index + 1 && table.line[at]! > table.line[last]!;
      if (breaks && !goesOn.test(tokenText(table, last)) && !goesOnWith.test(tokenText(table, at))) break;
    }
    if (text === '(' || text === '{' || text === '[') depth++;
    else if (text === ')' || text === '}' || text === ']') depth--;
    last = at;
  }
  return table.line[last]!;
}
