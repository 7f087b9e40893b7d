import { expect, test, vi } from 'vitest';
import type { AnalysisOutput } from '../pipeline/worker-protocol.ts';
import { AnalysesAhead } from './analyses-ahead.ts';

const free = { hasFree: true };
const output = { durationMs: 7 } as AnalysisOutput;
const never = () => new Promise<AnalysisOutput>(() => undefined);
const { signal } = new AbortController();

test('a job takes over the analysis that was begun for its archive, once', async () => {
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
])('nothing is begun ahead when %s', (_why, workers, sizeBytes, isWanted) => {
  const begun = vi.fn(never);
  const ahead = new AnalysesAhead(workers, { isWanted });
  ahead.begin('a', sizeBytes, begun);
  expect(begun).not.toHaveBeenCalled();
  expect(ahead.take('a', signal)).toBeUndefined();
});

test('an analysis is ended when its upload is refused, and when its job is', () => {
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

test('an analysis that fails before it is taken tells the job, and nobody else', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true });
  ahead.begin('a', 1_000, () => Promise.reject(new Error('it died')));
  await new Promise(setImmediate);
  await expect(ahead.take('a', signal)).rejects.toThrow('it died');
});

test('where another node took the job, what was begun is ended, and nothing is begun for a while', async () => {
  const ahead = new AnalysesAhead(free, { isWanted: true, keptMs: 5 });
  const begun = vi.fn(never);
  ahead.begin('a', 1_000, begun);
  await vi.waitFor(() => expect(begun.mock.calls[0]).toMatchObject([{ aborted: true }]));
  expect(ahead.take('a', signal)).toBeUndefined();
  ahead.begin('b', 1_000, begun);
  expect(begun).toHaveBeenCalledTimes(1);
});

test('an archive is begun once, and a job that is stopped already ends what was begun', async () => {
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
