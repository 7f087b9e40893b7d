import { IDENT, lineOf, STRING, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { type FoundImport, unquote } from './import-tokens.ts';

const importKeywords = new WordFilter(['require', 'import', 'export']);

export function findScriptImports(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    if (table.kind[index] !== IDENT || !importKeywords.mayHold(table, index)) continue;
    const word = tokenText(table, index);
    if (word === 'require' || (word === 'import' && tokenText(table, index + 1) === '(')) {
      if (
        tokenText(table, index - 1) === '.' ||
        tokenText(table, index + 1) !== '(' ||
        table.kind[index + 2] !== STRING
      )
        continue;
      found.push({
        specifier: unquote(table, index + 2),
        line: lineOf(table, index),
        names: namesBefore(table, index),
      });
    } else if (
      word === 'import' ||
      (word === 'export' && /^(?:\{|\*|type)$/.test(tokenText(table, index + 1)))
    ) {
      const clause = readImportClause(table, index);
      if (clause === null) continue;
      found.push(clause.fact);
      index = clause.end;
    }
  }
  return found;
}

/** `import a, { b as c } from 'x'`, `export { a } from 'x'`, `import 'x'`. */
function readImportClause(table: TokenTable, index: number): { fact: FoundImport; end: number } | null {
  if (tokenText(table, index - 1) === '.') return null;
  const line = lineOf(table, index);
  if (table.kind[index + 1] === STRING) {
    return { fact: { specifier: unquote(table, index + 1), line, names: [] }, end: index + 1 };
  }
  const names: string[] = [];
  for (let at = index + 1; at < Math.min(table.count, index + 600); at++) {
    const text = tokenText(table, at);
    if (text === 'from' && table.kind[at + 1] === STRING) {
      return { fact: { specifier: unquote(table, at + 1), line, names }, end: at + 1 };
    }
    if (text === ';' || text === '(' || text === '=') return null;
    if (text === '*') names.push('*');
    else if (
      table.kind[at] === IDENT &&
      text !== 'as' &&
      text !== 'type' &&
      tokenText(table, at - 1) !== 'as'
    ) {
      names.push(
        text === 'default' ||
          (tokenText(table, at - 1) !== '{' &&
            tokenText(table, at - 1) !== ',' &&
            tokenText(table, at - 1) !== 'type')
          ? 'default'
          : text,
      );
    }
  }
  return null;
}

/** `const { a, b: c } = require(…)`. */
function namesBefore(table: TokenTable, index: number): string[] {
  let at = index - 1;
  if (tokenText(table, at) === 'await') at--;
  if (tokenText(table, at) !== '=') return ['*'];
  at--;
  if (tokenText(table, at) !== '}') return ['*'];
  const names: string[] = [];
  for (at--; at > 0 && tokenText(table, at) !== '{'; at--) {
    if (table.kind[at] === IDENT && tokenText(table, at - 1) !== ':') names.push(tokenText(table, at));
  }
  return names.reverse();
}
