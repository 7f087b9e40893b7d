import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from '../../fixtures/expect-flows.ts';
import { analyze } from '../../scan/analyze.ts';
import { catalog } from './catalog.ts';
import { readExamples } from './examples.ts';

const examples = readExamples();
const without = readFileSync(join(import.meta.dirname, '../examples/without-examples.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** May only become less: a new rule brings its examples with it. */
const MOST_WITHOUT = 376;

test('each rule has a weak and a safe example, but for those that had none when this was written', () => {
  const missing = [...catalog.keys()].filter((id) => !examples.has(id));
  expect(missing).toEqual(without);
  expect(without.length).toBeLessThanOrEqual(MOST_WITHOUT);
  for (const id of examples.keys()) expect(catalog.has(id), id).toBe(true);
});

describe('a rule finds its weak example and leaves the safe one alone', () => {
  const found = new Map<string, string>();

  beforeAll(async () => {
    const files = [...examples].flatMap(([id, { file, weak, safe }]) => [
      [`${id}/weak/${file}`, weak],
      [`${id}/safe/${file}`, safe],
    ]);
    const analysis = await analyze({ files: entriesOf(Object.fromEntries(files)) });
    for (const { ruleId, file } of Object.values(analysis.results).flatMap(({ findings }) => findings))
      found.set(`${ruleId} ${file}`, ruleId);
    analysis.close();
  }, 120_000);

  test.each([...examples])('%s', (id, { file }) => {
    expect(found.has(`${id} ${id}/weak/${file}`), 'weak').toBe(true);
    expect(found.has(`${id} ${id}/safe/${file}`), 'safe').toBe(false);
  });
});
