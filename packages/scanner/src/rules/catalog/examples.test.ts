import { beforeAll, describe, expect, test } from 'vitest';
import { type ExampleResult, findExamples, markedLine } from '../../fixtures/find-examples.ts';
import { catalog } from './catalog.ts';
import { readExamples } from './examples.ts';

const byRule = readExamples();
const examples = [...byRule].flatMap(([id, all]) => all.map((one) => [id, one] as const));

test('each rule has weak and safe examples', () => {
  const proven = [...byRule].filter(([, all]) => all.length > 0).map(([id]) => id);
  expect(proven.sort()).toEqual([...catalog.keys()].sort());
});

describe('a rule finds its weak example on the marked line, and nothing in the safe one', () => {
  let told: ExampleResult[] = [];

  beforeAll(async () => {
    told = await findExamples(examples);
  }, 240_000);

  test.each(examples.map(([id, one], index) => ({ id, one, index, file: one.file })))(
    '$id in $file',
    ({ one, index }) => {
      expect(told[index]?.weak).toContain(markedLine(one));
      expect(told[index]?.safe).toEqual([]);
    },
  );
});
