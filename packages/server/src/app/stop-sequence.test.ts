import { expect, test } from 'vitest';
import { createLogger } from '../kit/observability/index.ts';
import { StopSequence } from './stop-sequence.ts';

test('a stop logs at once that it started, and later which part it is waiting for', async () => {
  let text = '';
  const stream = {
    write: (line: string) => {
      text += line;
    },
  };
  const stops = new StopSequence(createLogger({ level: 'info', stream }));
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  stops.add('first', () => {});
  stops.add(
    'slow',
    () => finished,
    () => '3 attempts under way',
  );
  const stopping = stops.run();
  await expect.poll(() => text, { timeout: 30_000 }).toContain('waits for a part');
  finish();
  await stopping;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg, part }) => [msg, part])).toEqual([
    ['stopping: what is under way is finished, or given back', undefined],
    ['stopping waits for a part', 'slow'],
  ]);
  expect(lines[1].for).toBe('3 attempts under way');
});
