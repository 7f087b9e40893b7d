import { expect, test } from 'vitest';
import { csharpMatrix } from '../../fixtures/matrix/csharp/index.ts';
import { scoreMatrix } from '../../fixtures/matrix/score-matrix.ts';

test('C#: sources, ways and sinks by type: every weak program is reported and no safe one', async () => {
  const { missed, wrong } = await scoreMatrix(csharpMatrix);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});
