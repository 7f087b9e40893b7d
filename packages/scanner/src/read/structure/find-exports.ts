import type { ExportFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../language-table.ts';
import { IDENT, lineOf, STRING, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import type { StructureFacts } from './find-functions.ts';

type Found = Omit<ExportFact, 'isUsed'>;

/** A file's exports. Outside JavaScript, those are its public functions and classes. */
export function findExports(table: TokenTable, family: LexerFamily, facts: StructureFacts): Found[] {
  if (family === 'javascript') return findScriptExports(table);
  const found: Found[] = [];
  for (const fact of facts.classes) {
    if (fact.isExported) found.push({ name: fact.name, line: fact.line, kind: 'class', hasDoc: fact.hasDoc });
  }
  for (const fact of facts.functions) {
    if (fact.isExported && !fact.name.includes('.') && fact.name !== '<anonymous>') {
      found.push({ name: fact.name, line: fact.line, kind: 'function', hasDoc: fact.hasDoc });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

const kinds = new Map<string, ExportFact['kind']>([
  ['function', 'function'],
  ['class', 'class'],
  ['interface', 'type'],
  ['type', 'type'],
  ['enum', 'type'],
  ['const', 'value'],
  ['let', 'value'],
  ['var', 'value'],
]);

const exportKeywords = new WordFilter(['export', 'exports']);

function findScriptExports(table: TokenTable): Found[] {
  const found: Found[] = [];
  for (let index = 0; index < table.count; index++) {
    if (table.kind[index] !== IDENT || !exportKeywords.mayHold(table, index)) continue;
    const word = tokenText(table, index);
    const line = lineOf(table, index);
    const hasDoc = table.commentEndLines.has(line - 1);
    if (word === 'exports') {
      const isModule = tokenText(table, index - 2) === 'module';
      if (tokenText(table, index + 1) === '.' && tokenText(table, index + 3) === '=') {
        found.push({ name: tokenText(table, index + 2), line, kind: 'value', hasDoc });
      } else if (isModule && tokenText(table, index + 1) === '=') {
        found.push({ name: 'default', line, kind: 'default', hasDoc });
        if (tokenText(table, index + 2) === '{') found.push(...listNames(table, index + 2, 'value'));
      }
      continue;
    }
    if (word !== 'export' || tokenText(table, index - 1) === '.') continue;
    let at = index + 1;
    while (/^(?:async|abstract|declare)$/.test(tokenText(table, at))) at++;
    const next = tokenText(table, at);
    if (next === '{' || (next === 'type' && tokenText(table, at + 1) === '{')) {
      const open = next === '{' ? at : at + 1;
      const names = listNames(table, open, 'value');
      const close = findClose(table, open);
      const isReexport = tokenText(table, close + 1) === 'from';
      found.push(...names.map((name) => ({ ...name, kind: isReexport ? ('reexport' as const) : name.kind })));
    } else if (next === '*') {
      found.push({
        name: tokenText(table, at + 1) === 'as' ? tokenText(table, at + 2) : '*',
        line,
        kind: 'reexport',
        hasDoc,
      });
    } else if (next === 'default') {
      found.push({ name: 'default', line, kind: 'default', hasDoc });
    } else {
      const kind = kinds.get(next);
      if (kind === undefined) continue;
      let name = at + 1;
      if (tokenText(table, name) === '*' || tokenText(table, name) === 'enum') name++;
      if (table.kind[name] === IDENT) found.push({ name: tokenText(table, name), line, kind, hasDoc });
    }
  }
  return found;
}

function listNames(table: TokenTable, open: number, kind: ExportFact['kind']): Found[] {
  const names: Found[] = [];
  const close = findClose(table, open);
  let depth = 0;
  for (let at = open; at < close; at++) {
    const text = tokenText(table, at);
    if (/^[{([]$/.test(text)) depth++;
    else if (/^[})\]]$/.test(text)) depth--;
    if (
      depth !== 1 ||
      (table.kind[at] !== IDENT && table.kind[at] !== STRING) ||
      text === 'as' ||
      text === 'type'
    )
      continue;
    const after = tokenText(table, at + 1);
    if (tokenText(table, at - 1) === ':' || after === 'as' || tokenText(table, at - 1) === '.') continue;
    names.push({
      name: text,
      line: lineOf(table, at),
      kind,
      hasDoc: table.commentEndLines.has(lineOf(table, at) - 1),
    });
  }
  return names;
}

function findClose(table: TokenTable, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(table.count, open + 5000); at++) {
    const text = tokenText(table, at);
    if (text === '{') depth++;
    else if (text === '}' && --depth === 0) return at;
  }
  return open;
}
