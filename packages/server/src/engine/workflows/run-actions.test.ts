import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { systemClock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors/index.ts';
import type { LimitState } from '../../kit/http/index.ts';
import { newUuid } from '../../kit/ids.ts';
import { compileStep, runActions } from './run-actions.ts';
import type { ActionCall, WorkflowAction } from './workflow-action.ts';

const context = {
  orgId: newUuid(),
  runId: newUuid(),
  environment: 'production',
  keyId: newUuid(),
  correlationId: 'c',
  depth: 3,
  eventText: JSON.stringify({ data: { n: 1 } }),
};

function stepOf(
  run: (call: ActionCall) => Promise<Record<string, unknown>>,
  limits: string[] = [],
  environments = false,
) {
  const action: WorkflowAction = {
    name: 'test.act',
    description: 'Acts.',
    scope: 'events:write',
    limits,
    environments,
    inputSchema: Type.Object({}),
    outputSchema: Type.Object({}),
    run,
  };
  const step = {
    id: 'act',
    action: 'test.act',
    when: null,
    input: { n: '{{ event.data.n }}' },
    onError: 'stop' as const,
  };
  return compileStep(step, action, () => {});
}

function ports(isLastAttempt = false, allowed = true) {
  const state: LimitState = {
    name: 'some_limit',
    allowed,
    limit: 1,
    remaining: 0,
    windowSeconds: 3_600,
    resetAt: Math.ceil(Date.now() / 1_000) + 600,
  };
  const faults: unknown[] = [];
  return {
    isLastAttempt,
    wasForced: false,
    limiter: { take: () => state },
    clock: systemClock,
    onFault: (error: unknown) => faults.push(error),
    faults,
  };
}

test('an action that fails because of the service is retried, and its inner message only goes to the log', async () => {
  const step = stepOf(() => Promise.reject(new Error('secret inner text')));
  const first = ports();
  const retried = await runActions([step, step], context, [], first);
  expect(retried).toMatchObject({
    outcome: 'retry',
    actions: [{ status: 'retrying' }, { status: 'not_run' }],
  });
  expect(JSON.stringify(retried)).not.toContain('secret');
  expect(first.faults).toHaveLength(1);
  const last = await runActions([step], context, retried.actions, ports(true));
  expect(last).toMatchObject({
    outcome: 'failed',
    actions: [{ status: 'failed', error: { code: 'internal_error' } }],
  });
});

test('results of earlier attempts are not repeated, and each attempt has the same idempotency key', async () => {
  const keys: string[] = [];
  let failures = 1;
  const first = stepOf(async ({ idempotencyKey }) => ({ key: keys.push(`first ${idempotencyKey}`) }));
  const second = stepOf(async ({ idempotencyKey }) => {
    keys.push(`second ${idempotencyKey}`);
    if (failures-- > 0)
      throw new AppError({ code: 'network_unavailable', status: 503 }, { message: 'Away.' });
    return {};
  });
  const { actions } = await runActions([first, second], context, [], ports());
  const again = await runActions([first, second], context, actions, ports());
  expect(again.outcome).toBe('succeeded');
  const [one, two, three] = keys;
  expect(keys).toHaveLength(3);
  expect([one, two]).toEqual([expect.stringMatching(/^first run_[0-9a-f]{32}\.0$/), three]);
});

test('a used-up limit delays the run to the next window, without ending it', async () => {
  const step = stepOf(() => Promise.reject(new Error('must not be called')), ['some_limit']);
  const outcome = await runActions([step], context, [], ports(true, false));
  expect(outcome).toMatchObject({ outcome: 'retry', actions: [{ error: { code: 'rate_limit_exceeded' } }] });
  expect(outcome.postponedMs).toBeGreaterThan(500_000);
});

test('a workflow of another environment than production only does what works in its environment', async () => {
  const staging = { ...context, environment: 'staging' };
  const seen: string[] = [];
  const act = async ({ environment }: ActionCall) => {
    seen.push(environment);
    return {};
  };
  const refused = await runActions([stepOf(act)], staging, [], ports());
  expect(refused.actions[0]?.error).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('staging'),
  });
  expect([refused.outcome, seen]).toEqual(['failed', []]);
  expect((await runActions([stepOf(act, [], true)], staging, [], ports())).outcome).toBe('succeeded');
  expect((await runActions([stepOf(act)], context, [], ports())).outcome).toBe('succeeded');
  expect(seen).toEqual(['staging', 'production']);
});

test('integers that no double can hold reach an action as the text of their digits', async () => {
  const seen: unknown[] = [];
  const act = async ({ input }: ActionCall) => {
    seen.push(input);
    return {};
  };
  const wei = String(2n ** 256n - 1n);
  await runActions([stepOf(act)], { ...context, eventText: `{"data":{"n":${wei}}}` }, [], ports());
  expect(seen).toEqual([{ n: wei }]);
});
