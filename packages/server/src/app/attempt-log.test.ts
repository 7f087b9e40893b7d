import { expect, test } from 'vitest';
import type { Completion } from '../engine/delivery/index.ts';
import type { Outcome } from '../kit/net/index.ts';
import { watchAttempts } from './attempt-log.ts';

const uuid = '0199a5c0-0000-7000-8000-00000000000';
const completion = {
  delivery: {
    id: `${uuid}1`,
    subscriptionId: `${uuid}2`,
    eventName: 'order.created',
    attempts: 0,
    event: { id: `${uuid}3`, orgId: `${uuid}4`, occurredAt: 1_000 },
  },
  subscription: { face: 'webhooks' },
  attempt: 1,
  attemptedAt: 1_010,
  next: 'done',
  nextRetryAt: null,
  responseCode: 204,
  responseTimeMs: 7,
} as unknown as Completion;

function lineOf(completion: Completion, outcome: Partial<Outcome>): Record<string, unknown> {
  let line: object | string = '';
  const info = (fields: object | string) => {
    line = fields;
  };
  watchAttempts({ info, error: () => {} }, { attemptDone: () => {}, delivered: () => {} })(
    completion,
    outcome as Outcome,
  );
  return typeof line === 'string' ? JSON.parse(`{${line}}`) : JSON.parse(JSON.stringify(line));
}

test('the log line of a successful attempt has the same fields as that of a failed one, except those about the failure', () => {
  const good = lineOf(completion, { ok: true });
  const failed = { ...completion, next: 'retry', nextRetryAt: 61_010 } as Completion;
  const { reason, next_retry_at, ...rest } = lineOf(failed, { ok: false, reason: 'timeout' });
  expect({ reason, next_retry_at }).toEqual({ reason: 'timeout', next_retry_at: '1970-01-01T00:01:01.010Z' });
  expect(good).toEqual({ ...rest, result: 'success' });
  expect(good).toMatchObject({ event: 'order.created', attempt: 1, response_code: 204, duration_ms: 7 });
});
