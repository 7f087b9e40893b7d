import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { marksOf } from '../fixtures/marks.ts';
import { addScores, change, changesFor, type Score, score, youden } from '../fixtures/metamorphic/index.ts';

/** A fixed selection of the changes: `npm run bench:detection -- --metamorphic` measures the rest. */
const sample = [
  'other names',
  'other order',
  'another file',
  'values in variables',
  'variables as values',
  'below a true condition',
  'through a list',
  'through a field',
];
const MAX_LOST_SHARE = 0.05;

describe('changes that preserve behaviour preserve the findings', () => {
  test.each(['python', 'go', 'javascript', 'swift', 'dart', 'scala'])(
    '%s: Youden’s J stays within 0.05',
    async (language) => {
      const examples = globSync(`${language}/examples/*.txt`, { cwd: import.meta.dirname }).sort();
      const scores = new Map<string, Score[]>();
      const before: Score[] = [];
      for (const example of examples) {
        const text = readFileSync(join(import.meta.dirname, example), 'utf8');
        const path = basename(example, '.txt');
        before.push(await score({ [path]: text }));
        for (const name of sample) {
          expect(changesFor(path)).toContain(name);
          const files = await change({ [path]: text }, name);
          if (files === null) continue;
          expect(marksOf(files)).toHaveLength(marksOf({ [path]: text }).length);
          scores.set(name, [...(scores.get(name) ?? []), await score(files)]);
        }
      }
      const least = youden(addScores(before)) - MAX_LOST_SHARE;
      const fallen = [...scores]
        .map(([name, all]) => ({ name, ...addScores(all) }))
        .filter((one) => youden(one) < least)
        .map(({ name, gone, came }) => ({ name, gone, came }));
      expect(fallen).toEqual([]);
    },
  );
});
