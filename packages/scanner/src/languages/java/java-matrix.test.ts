import { expect, test } from 'vitest';
import { javaMatrix } from '../../fixtures/matrix/java/index.ts';
import { scoreMatrix } from '../../fixtures/matrix/score-matrix.ts';

test('Java: sources, ways and sinks by type: every weak program is reported and no safe one', async () => {
  const { missed, wrong } = await scoreMatrix(javaMatrix);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});
