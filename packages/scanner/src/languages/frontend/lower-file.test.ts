import { expect, it } from 'vitest';
import { threadMs } from '../../fixtures/thread-ms.ts';
import { lowerFile, prepareLanguages } from './lower-file.ts';

it('a file full of syntax errors is given up when its budget is used up', async () => {
  await prepareLanguages(['Kotlin']);
  const budgetMs = 200;
  const before = threadMs();
  expect(lowerFile('A.kt', 'Kotlin', 'fun ( { ] if '.repeat(20_000), budgetMs)).toBe('time_budget');
  expect(threadMs() - before).toBeLessThan(8 * budgetMs);
});

it('lowers a C# list that includes another', async () => {
  await prepareLanguages(['C#']);
  const lowered = lowerFile('a.cs', 'C#', 'class A { void M(int[] b) { int[] c = [..b, 1]; } }', 5_000);
  expect(typeof lowered).toBe('object');
});
