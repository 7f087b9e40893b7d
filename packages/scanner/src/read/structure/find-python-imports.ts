import { IDENT, lineOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { type FoundImport, startsStatement } from './import-tokens.ts';

const importKeywords = new WordFilter(['import', 'from']);

export function findPythonImports(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    if (!importKeywords.mayHold(table, index)) continue;
    const word = tokenText(table, index);
    if ((word !== 'import' && word !== 'from') || !startsStatement(table, index)) continue;
    const line = lineOf(table, index);
    let at = index + 1;
    const readDotted = (): string => {
      let text = '';
      while (at < table.count && (table.kind[at] === IDENT || /^\.+$/.test(tokenText(table, at)))) {
        if (tokenText(table, at) === 'import' || tokenText(table, at) === 'as') break;
        if (table.kind[at] === IDENT && table.kind[at - 1] === IDENT && text !== '' && !text.endsWith('.'))
          break;
        text += tokenText(table, at++);
      }
      return text;
    };
    if (word === 'from') {
      const specifier = readDotted();
      if (tokenText(table, at) !== 'import') continue;
      const names: string[] = [];
      const open = tokenText(table, at + 1) === '(';
      for (at += open ? 2 : 1; at < table.count; at++) {
        const text = tokenText(table, at);
        if (open ? text === ')' : table.line[at] !== line) break;
        if (text === '*' || (table.kind[at] === IDENT && text !== 'as' && tokenText(table, at - 1) !== 'as'))
          names.push(text);
      }
      found.push({ specifier, line, names });
      index = at - 1;
    } else {
      for (;;) {
        const specifier = readDotted();
        if (specifier === '') break;
        found.push({ specifier, line, names: ['*'] });
        if (tokenText(table, at) === 'as') at += 2;
        if (tokenText(table, at) !== ',') break;
        at++;
      }
    }
  }
  return found;
}
