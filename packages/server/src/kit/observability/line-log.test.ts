import { expect, test } from 'vitest';
import { createLineLog } from './line-log.ts';
import { createLogger } from './logger.ts';

function capture(level: string) {
  const chunks: string[] = [];
  const stream = { write: (chunk: string) => void chunks.push(chunk) };
  return {
    lines: createLineLog({ level, stream }),
    log: createLogger({ level, stream }),
    read: () => chunks.join(''),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a line with many fields has the form of every other log line', async () => {
  const { lines, log, read } = capture('info');
  const fields = { request_id: 'req_1', status: 500, missing: undefined, err: new Error('broken "pipe"\n') };
  lines.error(fields, 'request');
  await turn();
  log.error(fields, 'request');
  const [ours, pinos] = read()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(Object.keys(ours)).toEqual(Object.keys(pinos));
  expect({ ...ours, time: 0 }).toEqual({ ...pinos, time: 0 });
});

test('lines below the level are not written, and those of one turn are written together', async () => {
  const quiet = capture('warn');
  quiet.lines.info({ a: 1 }, 'request');
  await turn();
  expect(quiet.read()).toBe('');
  const { lines, read } = capture('info');
  lines.info({ a: 1 }, 'request');
  lines.info({}, 'attempt');
  expect(read()).toBe('');
  await turn();
  expect(
    read()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  ).toEqual(['request', 'attempt']);
});
