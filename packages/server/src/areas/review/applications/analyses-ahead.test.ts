import { expect, test, vi } from 'vitest';
import type { AnalysisOutput } from '../pipeline/worker-protocol.ts';
import { AnalysesAhead } from './analyses-ahead.ts';

const free = { hasFree: true };
const output = { durationMs: 7 } as AnalysisOutput;
const never = () => new Promise<AnalysisOutput>(() => undefined);
const { signal } = new AbortController();

test('a job takes over the analysis that was started for its archive, once', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true });
  ahead.begin('a', 1_000, async () => output);
  expect(ahead.take('b', signal)).toBeUndefined();
  expect(await ahead.take('a', signal)).toBe(output);
  expect(ahead.take('a', signal)).toBeUndefined();
});

test.each([
  ['no thread is free', { hasFree: false }, 1_000, true],
  ['the archive is large', free, 33 * 1_048_576, true],
  ['jobs are the work of other nodes', free, 1_000, false],
])('nothing is started ahead if %s', (_why, workers, sizeBytes, isWanted) => {
  const begun = vi.fn(never);
  const ahead = new AnalysesAhead(workers, { isWanted });
  ahead.begin('a', sizeBytes, begun);
  expect(begun).not.toHaveBeenCalled();
  expect(ahead.take('a', signal)).toBeUndefined();
});

test('an analysis is stopped when its upload is refused, or its job stops', () => {
  const ahead = new AnalysesAhead(free, { isWanted: true });
  const signals: AbortSignal[] = [];
  const begin = (id: string) =>
    ahead.begin(id, 1_000, (given) => {
      signals.push(given);
      return never();
    });
  begin('refused');
  begin('stopped');
  ahead.drop('refused');
  const job = new AbortController();
  void ahead.take('stopped', job.signal);
  job.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('an early analysis that fails reports its error only to the job', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true });
  ahead.begin('a', 1_000, () => Promise.reject(new Error('it died')));
  await new Promise(setImmediate);
  await expect(ahead.take('a', signal)).rejects.toThrow('it died');
});

test('if another node took the job, the early analysis is stopped, and none is started for a while', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true, keptMs: 5 });
  const begun = vi.fn(never);
  ahead.begin('a', 1_000, begun);
  await vi.waitFor(() => expect(begun.mock.calls[0]).toMatchObject([{ aborted: true }]));
  expect(ahead.take('a', signal)).toBeUndefined();
  ahead.begin('b', 1_000, begun);
  expect(begun).toHaveBeenCalledTimes(1);
});

test('an archive is analysed ahead once, and a job that has already stopped ends the analysis', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true });
  const signals: AbortSignal[] = [];
  const begun = vi.fn((given: AbortSignal) => {
    signals.push(given);
    return never();
  });
  ahead.begin('a', 1_000, begun);
  ahead.begin('a', 1_000, begun);
  expect(begun).toHaveBeenCalledTimes(1);
  expect(ahead.take('a', AbortSignal.abort())).toBeDefined();
  expect(signals[0]?.aborted).toBe(true);
});
