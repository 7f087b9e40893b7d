import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const hooks = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
/** Longer setups hide what the tests of a file are about; they belong in a fixture next to it. */
const MAX_LINES = 40;

/** The number of lines in all hooks of a test file. */
function linesOfSetUp(text: string): number {
  const source = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  let lines = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && hooks.has(node.expression.text))
      lines += lineOf(node.getEnd()) - lineOf(node.getStart(source)) + 1;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

test('the lines of a set-up are those of its hooks, wherever they stand', () => {
  const hook = `beforeAll(() => {\n${'  run();\n'.repeat(8)}});\n`;
  expect(linesOfSetUp(`const a = [\n1,\n];\n${hook}describe('x', () => {\n${hook}});\n`)).toBe(20);
});

test(`no test file has more than ${MAX_LINES} lines of set-up`, () => {
  const files = globSync('{scripts,packages/*/src,packages/*/test}/**/*.test.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const long = files.map((file) => [file, linesOfSetUp(readFileSync(join(root, file), 'utf8'))] as const);
  expect(long.filter(([, lines]) => lines > MAX_LINES)).toEqual([]);
});
