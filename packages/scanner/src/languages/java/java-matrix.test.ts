import { expect, test } from 'vitest';
import { scoreMatrix } from '../../fixtures/flow-matrix.ts';
import { javaMatrix } from './matrix/index.ts';

test('Java: sources, ways and sinks by their types: every weak program is told of and no safe one', async () => {
  const { missed, wrong } = await scoreMatrix(javaMatrix);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});
