import { expect, test } from 'vitest';
import { runInLittleMemory } from './memory-limit.ts';

const MEGABYTES = 800;

test('with little memory, expensive user work ends by itself or by the kernel, and the service keeps running', async (context) => {
  const report = await runInLittleMemory(MEGABYTES);
  if (report === undefined) return context.skip('it takes root, and control groups of Linux');
  expect(report).toMatchObject({ exit: undefined, hasSamePostgres: true, unexpected: [], unanswered: 0 });
  expect(Object.keys(report.livez)).toEqual(['200']);
  expect(report.published).toBeGreaterThan(0);
  expect(new Set(report.runs)).toEqual(new Set(['failed']));
}, 300_000);
