import { expect, test } from 'vitest';
import { lastRunsText } from './last-runs-text.ts';

test('a run that still waits counts neither as succeeded nor as failed', () => {
  expect(lastRunsText({ succeeded: 0, failed: 0, queued: 1 })).toBe('1 waiting');
  expect(lastRunsText({ succeeded: 1, failed: 0, queued: 2 })).toBe('Succeeded, 2 waiting');
  expect(lastRunsText({ succeeded: 3, failed: 1, queued: 2 })).toBe('1 of 4 failed, 2 waiting');
  expect(lastRunsText({ succeeded: 12, failed: 0, queued: 0 })).toBe('All 12 succeeded');
});
