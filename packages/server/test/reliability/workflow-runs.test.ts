import { expect, test } from 'vitest';
import { runWorkflowsThroughKills } from './workflow-runs.ts';

test('workflow runs are executed exactly once despite kill -9', async () => {
  const report = await runWorkflowsThroughKills({ runs: 1_500, kills: 2 });
  expect(report.events).toBe(750);
  expect(report.runs).toEqual({ succeeded: 1_500 });
  expect(report.notOnce).toEqual([]);
  expect(report.published).toBe(1_500);
  // The kills came while runs were in progress.
  expect(Math.max(...report.doneAtKills)).toBeLessThan(1_500);
});
