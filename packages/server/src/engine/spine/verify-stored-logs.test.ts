import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';
import { verifyStoredLogs } from './verify-stored-logs.ts';

let spine: TestSpine;
const clock = new ManualClock();

beforeAll(async () => {
  spine = await startSpine({ clock });
});
afterAll(() => spine.close());

async function verify(orgId: string) {
  for await (const log of verifyStoredLogs(spine.pool)) if (log.orgId === orgId) return log;
  throw new Error('the log was not read');
}

test('a log without a checkpoint is valid for its first seconds, and not proven', async () => {
  const orgId = await spine.addOrganization();
  await spine.appender.append(testEvent(orgId));
  clock.advance(9_000);
  await spine.appender.append(testEvent(orgId));
  expect(await verify(orgId)).toMatchObject({ events: 2, proven: 0, checkpoints: 0, problems: [] });
});

test('an older log without a checkpoint is not valid, and one with a checkpoint is proven', async () => {
  const orgId = await spine.addOrganization();
  await spine.appender.append(testEvent(orgId));
  clock.advance(11_000);
  await spine.appender.append(testEvent(orgId));
  expect((await verify(orgId)).problems).toEqual([expect.stringMatching(/^no_checkpoint: /)]);
  await spine.services.integrator.integrateNow(orgId);
  expect(await verify(orgId)).toMatchObject({ events: 2, proven: 2, checkpoints: 1, problems: [] });
});
