import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../../kit/clock.ts';
import { type QueryRows, queryPool } from '../../../../../kit/db/index.ts';
import { HeldRows } from '../../../../../kit/db/testing/held-rows.ts';
import { type OpenDatabase, openDatabase } from '../../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { addSuppressions } from '../../../people/suppressions/suppression.repository.ts';
import { aMessage } from '../../../testing/a-message.ts';
import { insertCommunications } from '../communication.repository.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { beginAttempts } from './begin-attempts.ts';
import type { Outgoing } from './outgoing.ts';

let database: OpenDatabase;
let query: QueryRows;
const nodeId = newUuid();
const unsubscribeUrl = 'https://service.invalid/o/u/x';

beforeAll(async () => {
  database = await openDatabase({ max: 8 });
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

/** What `beginAttempts` needs of them, with something that happens before its commit. */
const ports = (beforeCommit: () => Promise<void>) =>
  ({
    clock: systemClock,
    nodes: { nodeId },
    mailer: { mode: 'sandbox' },
    links: { unsubscribe: () => unsubscribeUrl, isReady: true },
    unitOfWork: (work: Parameters<SendingPorts['unitOfWork']>[0]) =>
      database.db.transaction().execute(async (tx) => {
        const { value } = await work(tx);
        await beforeCommit();
        return value;
      }),
  }) as unknown as SendingPorts;

/** A message of an active campaign, held by this node. */
async function claimed(): Promise<Outgoing & { campaignId: string }> {
  const [orgId, campaignId] = [newUuid(), newUuid()];
  await query(
    `insert into outreach_campaigns (org_id, id, name, description, status, icp, channels, messaging_strategy, agent_config,
       agent_squad, slo, created_at, updated_at)
     values ($1, $2, 'Race', '', 'active', '{}', '{email}', '{}', '{}', '[]', '{}', now(), now())`,
    [orgId, campaignId],
  );
  const communication = aMessage({ orgId, campaignId, body: `Hello. ${unsubscribeUrl}` });
  await insertCommunications(query, [communication]);
  await query('update communications set lease_node = $2 where id = $1', [communication.id, nodeId]);
  const mailbox = { address: 'ann@service.invalid', name: 'Ann', postalAddress: null };
  return {
    communication,
    campaignId,
    mailbox: mailbox as Outgoing['mailbox'],
    terms: undefined,
    reservation: undefined,
    claimedAtMs: Date.now(),
  };
}

/** Another message like it. */
async function again({ communication, ...outgoing }: Outgoing): Promise<Outgoing> {
  const { orgId, campaignId, toAddress, body } = communication;
  const next = aMessage({ orgId, campaignId, toAddress, body });
  await insertCommunications(query, [next]);
  await query('update communications set lease_node = $2 where id = $1', [next.id, nodeId]);
  return { ...outgoing, communication: next };
}

const stops: [string, (outgoing: Outgoing & { campaignId: string }) => Promise<unknown>][] = [
  [
    'its campaign was paused',
    ({ campaignId }) => query(`update outreach_campaigns set status = 'paused' where id = $1`, [campaignId]),
  ],
  [
    'its address was suppressed',
    ({ communication: { orgId, toAddress } }) =>
      database.db
        .transaction()
        .execute((tx) =>
          addSuppressions(
            tx,
            orgId,
            [{ kind: 'email', value: toAddress, reason: 'asked', source: 'api' }],
            new Date(),
          ),
        ),
  ],
];

test.each(stops)('no message starts once the answer was given that %s', async (_what, stop) => {
  const outgoing = await claimed();
  const watch = await HeldRows.open(database.database, 'select 1');
  let isStopped = false;
  let stopped: Promise<unknown> = Promise.resolve();
  let wasStoppedFirst = false;
  const [answer] = await beginAttempts(
    ports(async () => {
      stopped = stop(outgoing).then(() => {
        isStopped = true;
      });
      await Promise.race([stopped, watch.waiting(1)]);
      wasStoppedFirst = isStopped;
    }),
    [outgoing],
  );
  await stopped;
  await watch.release();
  expect({ isBegun: answer !== undefined && 'token' in answer, wasStoppedFirst }).toEqual({
    isBegun: true,
    wasStoppedFirst: false,
  });
  expect(
    await beginAttempts(
      ports(async () => {}),
      [await again(outgoing)],
    ),
  ).toMatchObject([{ refused: expect.any(String) }]);
});
