import type { LexerFamily } from '../language-table.ts';
import { IDENT, lineOf, STRING, startOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { findPythonImports } from './find-python-imports.ts';
import { findScriptImports } from './find-script-imports.ts';
import { type FoundImport, startsStatement, unquote } from './import-tokens.ts';

/** Imports as written; `resolveImports` finds their files. */
export function findImports(table: TokenTable, family: LexerFamily): FoundImport[] {
  switch (family) {
    case 'javascript':
      return findScriptImports(table);
    case 'python':
      return findPythonImports(table);
    case 'java':
      return findDotted(table, ['import', 'export', 'part']);
    case 'kotlin':
      return findDotted(table, ['import']);
    case 'csharp':
      return findDotted(table, ['using']);
    case 'go':
      return findGoImports(table);
    case 'php':
      return findPhpImports(table);
    case 'ruby':
      return findCalls(table, ['require', 'require_relative', 'load']);
    case 'rust':
      return findRustImports(table);
    case 'c':
      return findIncludes(table);
    default:
      return [];
  }
}

/** Includes `@testable import A`. */
function beginsImport(table: TokenTable, index: number): boolean {
  return (
    startsStatement(table, index) ||
    (tokenText(table, index - 2) === '@' && startsStatement(table, index - 2))
  );
}

/** `import static a.b.C;`, `using A.B;`, `using X = A.B;`. */
function findDotted(table: TokenTable, keywords: string[]): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    if (!keywords.includes(tokenText(table, index)) || !beginsImport(table, index)) continue;
    const line = lineOf(table, index);
    let at = index + 1;
    if (/^(?:static|global|struct|class|enum|protocol|func|typealias)$/.test(tokenText(table, at))) at++;
    if (tokenText(table, at + 1) === '=') at += 2;
    let specifier = '';
    if (table.kind[at] === STRING) {
      // Dart.
      const written = unquote(table, at);
      if (/^(?:package|dart):|\.dart$/.test(written)) found.push({ specifier: written, line, names: [] });
      continue;
    }
    while (
      at < table.count &&
      (table.kind[at] === IDENT || /^(?:\.|\*|::)$/.test(tokenText(table, at))) &&
      table.line[at] === line
    ) {
      if (table.kind[at] === IDENT && table.kind[at - 1] === IDENT && specifier !== '') break;
      specifier += tokenText(table, at++);
    }
    if (specifier === '' || tokenText(table, at) === '(') continue;
    found.push({ specifier, line, names: [specifier.slice(specifier.lastIndexOf('.') + 1)] });
  }
  return found;
}

function findGoImports(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    const word = tokenText(table, index);
    if (word === 'func' || word === 'type') break;
    if (word !== 'import') continue;
    const isBlock = tokenText(table, index + 1) === '(';
    for (let at = index + 1; at < table.count && at < index + 2000; at++) {
      if (table.kind[at] === STRING) {
        const specifier = unquote(table, at);
        found.push({
          specifier,
          line: lineOf(table, at),
          names: [specifier.slice(specifier.lastIndexOf('/') + 1)],
        });
        if (!isBlock) break;
      }
      if (isBlock && tokenText(table, at) === ')') break;
    }
  }
  return found;
}

function findPhpImports(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  let depth = 0;
  for (let index = 0; index < table.count; index++) {
    const text = tokenText(table, index);
    if (text === '{') depth++;
    else if (text === '}') depth--;
    if (/^(?:require|require_once|include|include_once)$/.test(text)) {
      for (let at = index + 1; at < index + 12 && tokenText(table, at) !== ';'; at++) {
        if (table.kind[at] === STRING) {
          found.push({ specifier: unquote(table, at), line: lineOf(table, index), names: ['*'] });
          break;
        }
      }
    } else if (
      text === 'use' &&
      depth <= 1 &&
      startsStatement(table, index) &&
      table.kind[index + 1] === IDENT
    ) {
      let specifier = '';
      for (
        let at = index + 1;
        at < table.count && (table.kind[at] === IDENT || tokenText(table, at) === '\\');
        at++
      ) {
        if (tokenText(table, at) === 'as') break;
        specifier += tokenText(table, at);
      }
      found.push({
        specifier,
        line: lineOf(table, index),
        names: [specifier.slice(specifier.lastIndexOf('\\') + 1)],
      });
    }
  }
  return found;
}

function findCalls(table: TokenTable, names: string[]): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    const name = tokenText(table, index);
    if (!names.includes(name) || tokenText(table, index - 1) === '.') continue;
    const at = tokenText(table, index + 1) === '(' ? index + 2 : index + 1;
    if (table.kind[at] !== STRING) continue;
    const specifier = unquote(table, at);
    found.push({
      specifier: name === 'require_relative' ? `./${specifier}` : specifier,
      line: lineOf(table, index),
      names: ['*'],
    });
  }
  return found;
}

function findRustImports(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    const word = tokenText(table, index);
    if (word === 'mod' && tokenText(table, index + 2) === ';') {
      found.push({
        specifier: `mod ${tokenText(table, index + 1)}`,
        line: lineOf(table, index),
        names: ['*'],
      });
    } else if (word === 'use' && table.kind[index + 1] === IDENT) {
      let specifier = '';
      const names: string[] = [];
      let at = index + 1;
      for (; at < table.count && tokenText(table, at) !== ';' && tokenText(table, at) !== '{'; at++)
        specifier += tokenText(table, at);
      for (; at < table.count && tokenText(table, at) !== ';'; at++)
        if (table.kind[at] === IDENT) names.push(tokenText(table, at));
      if (names.length === 0) names.push(specifier.slice(specifier.lastIndexOf(':') + 1));
      found.push({ specifier: specifier.replace(/::$/, ''), line: lineOf(table, index), names });
    }
  }
  return found;
}

function findIncludes(table: TokenTable): FoundImport[] {
  const found: FoundImport[] = [];
  for (let index = 0; index < table.count; index++) {
    if (tokenText(table, index) !== 'include' || tokenText(table, index - 1) !== '#') continue;
    if (table.kind[index + 1] === STRING) {
      found.push({ specifier: `./${unquote(table, index + 1)}`, line: lineOf(table, index), names: ['*'] });
    } else {
      const start = startOf(table, index + 1);
      const end = table.source.indexOf('>', start);
      if (table.source[start] === '<' && end !== -1 && end - start < 200) {
        found.push({
          specifier: table.source.slice(start + 1, end),
          line: lineOf(table, index),
          names: ['*'],
        });
      }
    }
  }
  return found;
}
