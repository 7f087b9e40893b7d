import { expect, test } from 'vitest';
import { formatReadable } from './readable-lines.ts';

const time = '2026-11-26T01:02:03.004Z';

test('a line is shown for people: time, level, message, and the fields', () => {
  const line = JSON.stringify({
    level: 'info',
    time,
    request_id: 'req_1',
    method: 'GET',
    route: '/v1/events',
    status: 200,
    duration_ms: 1.5,
    msg: 'request',
  });
  expect(formatReadable(`${line}\n`, false)).toMatch(
    /^\d\d:\d\d:03\.004 {2}info {3}request {2}GET {2}\/v1\/events {2}200 {2}request_id=req_1 duration_ms=1\.5\n$/,
  );
});

test('an error is shown with its stack and its cause', () => {
  const err = {
    name: 'Error',
    message: 'no',
    stack: 'Error: no\n    at here',
    cause: { name: 'Deep', message: 'why' },
  };
  const text = formatReadable(JSON.stringify({ level: 'error', time, err, msg: 'failed' }), false);
  expect(text.split('\n').slice(1)).toEqual(['    Error: no', '      at here', '    Deep: why']);
});

test('texts from others cannot control the terminal', () => {
  const text = formatReadable(
    JSON.stringify({ level: 'info', time, route: '\u001b[2Jx\u009b1m\r', msg: '\u0007m' }),
    true,
  );
  expect(text).toContain('  [2Jx1m');
  for (const sent of ['\u001b[2J', '\u0007', '\u009b', '\r']) expect(text).not.toContain(sent);
});

test('other lines are not changed', () => {
  expect(formatReadable('Trivium is up\n{no json\n', false)).toBe('Trivium is up\n{no json\n');
});
