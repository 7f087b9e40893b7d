import type { FunctionFact, TestCaseFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../language-table.ts';
import { endOf, IDENT, lineOf, STRING, startOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';

const assertion =
  /^(?:expect|is_expected|assert\w*|should|verify|Assert|require|check|EXPECT_\w+|ASSERT_\w+|refute\w*|must_\w+|fail|mustBe\w*|CHECK\w*|XCT\w+)$/;
/** Go: methods of `t`. */
const failing = /^(?:Error|Fatal)\w*$/;
const sleeping = /^(?:sleep|Sleep|usleep|setTimeout|waitForTimeout|delay)$/;

/** Common prefixes of all of these: nearly no word in a test has one. */
const counted =
  /^(?:expect|is_expected|assert|refute|must_|should|verify|Assert|require|check|EXPECT_|ASSERT_|fail|mustBe|CHECK|XCT|Error|Fatal|sleep|Sleep|usleep|setTimeout|waitForTimeout|delay)/;

export function isTestPath(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|spec|specs|testing|e2e|cypress|testdata|fixtures|__mocks__|src\/test|[\w.-]*\.?Tests|(?:jvm|js|native|common|android|ios|integration|unit|functional)Test|[\w-]+-tests?)\//i.test(
      path,
    ) ||
    /(?:[._-](?:test|tests|spec|e2e|cy)\.\w+|_test\.(?:go|py|rb|cc|cpp)|(?:^|\/)tests?\.(?:c|cc|cpp|go|rb|php|rs)|(?:^|\/)test_[\w-]+\.py|(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|cs|php|scala|groovy|swift))$/.test(
      path,
    ) ||
    /(?:^|\/)conftest\.py$/.test(path)
  );
}

/** Test cases of the usual frameworks, with their assertions. `isTest`: by its path it is a test file. */
export function findTestCases(
  table: TokenTable,
  family: LexerFamily,
  functions: FunctionFact[],
  isTest: boolean,
): TestCaseFact[] {
  const cases: TestCaseFact[] =
    family === 'javascript'
      ? findScriptCases(table)
      : family === 'java' && dartTests.test(table.source)
        ? findScriptCases(table)
        : [
            ...(isTest || namesFramework(table, family) ? findNamedCases(table, family, functions) : []),
            ...(family === 'ruby'
              ? findDescribedCases(table)
              : family === 'php'
                ? findScriptCases(table)
                : []),
          ];
  if (cases.length > 0) countAssertions(table, cases);
  return cases;
}

/** Dart's test packages, whose cases are calls. */
const dartTests = /\bpackage:(?:flutter_)?test\//;
const testCaseNames = ['testWidgets', 'it', 'test', 'xit', 'fit', 'xtest', 'bench'];
const mayBeCase = new WordFilter(testCaseNames);

function findScriptCases(table: TokenTable): TestCaseFact[] {
  const cases: TestCaseFact[] = [];
  for (let index = 0; index < table.count; index++) {
    if (table.kind[index] !== IDENT || !mayBeCase.mayHold(table, index)) continue;
    const word = tokenText(table, index);
    if (!testCaseNames.includes(word) || tokenText(table, index - 1) === '.') continue;
    let marker: TestCaseFact['marker'] = word.startsWith('x') ? 'skip' : word === 'fit' ? 'only' : null;
    let at = index + 1;
    while (tokenText(table, at) === '.' && table.kind[at + 1] === IDENT) {
      const modifier = tokenText(table, at + 1);
      if (modifier === 'only') marker = 'only';
      else if (modifier === 'skip' || modifier === 'todo') marker = 'skip';
      at += 2;
      // it.each(table)('name', …)
      if (modifier === 'each' || modifier === 'skipIf' || modifier === 'runIf') at = closeOf(table, at) + 1;
    }
    if (tokenText(table, at) !== '(' || table.kind[at + 1] !== STRING) continue;
    const close = closeOf(table, at);
    cases.push({
      name: tokenText(table, at + 1).slice(1, -1),
      line: lineOf(table, index),
      endLine: lineOf(table, close),
      assertions: 0,
      marker,
      sleeps: false,
    });
  }
  return cases;
}

const described =
  /^([ \t]*)(x|f)?(?:it|specify|scenario|example|test|should)[ \t(]+(["'])((?:\\.|(?!\3)[^\\\n]){1,200})\3[^\n]*?(?:\bdo\b|(\{))[^\n]*$/gm;

/** RSpec and similar: `it "says so" do`, up to the `end` below it. */
function findDescribedCases({ source, lineStarts }: TokenTable): TestCaseFact[] {
  if (!/\b(?:describe|context|test|should|feature)\b/.test(source)) return [];
  const cases: TestCaseFact[] = [];
  let line = 0;
  for (const match of source.matchAll(described)) {
    while ((lineStarts[line] ?? Infinity) <= match.index) line++;
    const [whole, indent, mark, , name = '', brace] = match;
    let endLine = line;
    const isOpen = brace === undefined ? !/\bend\s*$/.test(whole) : !/\}\s*$/.test(whole);
    const end = `\n${indent}${brace === undefined ? 'end' : '}'}`;
    const endAt = isOpen ? source.indexOf(end, match.index + whole.length) : -1;
    if (endAt !== -1) while ((lineStarts[endLine] ?? Infinity) <= endAt + 1) endLine++;
    const marker = mark === 'x' ? 'skip' : mark === 'f' ? 'only' : null;
    cases.push({ name, line, endLine, assertions: 0, marker, sleeps: false });
  }
  return cases;
}

/** If the name alone makes a function a test case, `test_connection` may also be a handler. */
const namedFrameworks: Partial<Record<LexerFamily, RegExp>> = {
  python: /\b(?:unittest|pytest|nose2?|TestCase|hypothesis)\b/,
  ruby: /\b(?:minitest|Minitest|TestCase|Test::Unit|(?:test|spec|rails)_helper)\b/,
  php: /\b(?:PHPUnit|TestCase|Codeception|Tester)\b/,
  go: /"testing"/,
};

function namesFramework({ source }: TokenTable, family: LexerFamily): boolean {
  return namedFrameworks[family]?.test(source) ?? true;
}

/** A handler that happens to have such a name. */
const routed =
  /(?:^|\n)[^\S\n]*@(?:\w+\.)*(?:route|get|post|put|patch|delete|websocket|api_view)\s*\([^\n]*\n(?:[^\S\n]*@[^\n]*\n)*[^\S\n]*(?:async\s+)?def\s[^\n]*\n?$/;

function findNamedCases(table: TokenTable, family: LexerFamily, functions: FunctionFact[]): TestCaseFact[] {
  const cases: TestCaseFact[] = [];
  if (functions.length === 0) return cases;
  const lines = table.lineStarts;
  const isXcTest = family === 'kotlin' && /\bXCTestCase\b/.test(table.source);
  const headerOf = (line: number): string => table.source.slice(lines[Math.max(0, line - 6)], lines[line]);
  for (const fact of functions) {
    const name = fact.name.slice(fact.name.lastIndexOf('.') + 1);
    const isCase =
      family === 'python' || family === 'ruby'
        ? /^test[_A-Z0-9]/.test(name) && !routed.test(headerOf(fact.line))
        : family === 'go'
          ? /^(?:Test(?!Main$)|Fuzz|Example)[A-Z_]/.test(name)
          : family === 'php'
            ? /^test[A-Z_]/.test(name) || /@test\b|#\[Test/.test(headerOf(fact.line))
            : (isXcTest && /^test[A-Z_\d]/.test(name)) ||
              /(?:^|\n)\s*(?:@(?:Test|ParameterizedTest|RepeatedTest|Property)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|#\[(?:\w+::)?test\b)[^}]*$/.test(
                behindLast(headerOf(fact.line)),
              );
    if (!isCase) continue;
    const isSkipped = /@(?:Disabled|Ignore)\b|\bSkip\s*=|@(?:pytest\.mark|unittest)\.skip|#\[ignore/.test(
      headerOf(fact.line),
    );
    cases.push({
      name: fact.name,
      line: fact.line,
      endLine: fact.endLine,
      assertions: 0,
      marker: isSkipped ? 'skip' : null,
      sleeps: false,
    });
  }
  return cases;
}

/** The text after the last statement or block. */
function behindLast(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(';'), text.lastIndexOf('}')) + 1);
}

function countAssertions(table: TokenTable, cases: TestCaseFact[]): void {
  for (let index = 0; index < table.count; index++) {
    if (table.kind[index] !== IDENT) continue;
    const word = tokenText(table, index);
    if (!counted.test(word)) continue;
    const asserts = assertion.test(word) || (failing.test(word) && tokenText(table, index - 2) === 't');
    const sleeps = sleeping.test(word);
    if (!asserts && !sleeps) continue;
    const line = lineOf(table, index);
    for (const testCase of cases) {
      if (line < testCase.line || line > testCase.endLine) continue;
      if (asserts) testCase.assertions++;
      else testCase.sleeps = true;
    }
  }
}

function closeOf(table: TokenTable, open: number): number {
  let depth = 0;
  for (let at = open; at < table.count; at++) {
    if (endOf(table, at) - startOf(table, at) !== 1) continue;
    const code = table.source.charCodeAt(startOf(table, at));
    if (code === 40 || code === 91 || code === 123) depth++;
    else if ((code === 41 || code === 93 || code === 125) && --depth <= 0) return at;
  }
  return Math.max(0, table.count - 1);
}
