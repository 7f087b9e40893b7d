import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { acknowledgementsOfNobody } from '../../../engine/acknowledgements/testing/acknowledgements-fixture.ts';
import { type ApiServer, startApiServer } from '../../../engine/delivery/testing/api-server.ts';
import type { NodeOptions } from '../../../engine/delivery/testing/delivery-fixture.ts';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { type Receiver, startReceiver } from '../../../engine/delivery/testing/test-receiver.ts';
import { type AnyDatabase, createUnitOfWork } from '../../../engine/spine/index.ts';
import { deliveringRoutes } from '../routes.ts';

export const subscriptions = '/v1/webhooks/subscriptions';
export const deadLetter = '/v1/webhooks/dead-letter';

/**
 * The Webhooks API for the tests of a file, and for each test a receiver and an organization of its
 * own. Five attempts take a quarter of a second, so that dead letters come soon.
 */
export function useWebhooks(options: NodeOptions = {}) {
  let server: ApiServer;
  let receiver: Receiver;
  let org: string;
  beforeAll(async () => {
    server = await startApiServer(
      ({ subscriptions, clock, operations, pool, appender }) => {
        const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
        const unitOfWork = createUnitOfWork(db, appender);
        const acknowledgements = acknowledgementsOfNobody({ db, unitOfWork, clock });
        const findGrant = async () => undefined;
        const service = { subscriptions, clock, acknowledgements, findGrant, ...operations };
        return deliveringRoutes(() => service);
      },
      { retryDelaysSeconds: [0, 0.05, 0.05, 0.05, 0.05], ...options },
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    org = server.fixture.newOrgId();
    return () => receiver.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    server.call(org, method, path, body);
  const listDead = (query = '') => call('GET', `${deadLetter}${query}`);
  const newSubscription = (more: object = {}) => ({
    name: 'Orders',
    url: receiver.url,
    events: ['order.*'],
    secret: 'shh',
    ...more,
  });
  return {
    get server() {
      return server;
    },
    get receiver() {
      return receiver;
    },
    get org() {
      return org;
    },
    /** Calls the API as the test's organization. */
    call,
    listDead,
    newSubscription,
    /** Makes a subscription and answers its id. */
    async subscribe(more: object = {}): Promise<string> {
      const { status, body } = await call('POST', subscriptions, newSubscription(more));
      expect(status).toBe(201);
      return body.subscription_id;
    },
    /** Publishes an event whose five attempts all fail; answers its id. */
    async publishDead(type = 'order.paid'): Promise<string> {
      receiver.answerStatus(500);
      const before = receiver.received.length;
      const event = await server.node.publish(org, type, { n: 1 });
      await receiver.arrived(before + 5);
      const eventId = `evt_${event.id.replaceAll('-', '')}`;
      await eventually(async () =>
        (await listDead()).body.dead_letters.map((dead: { event_id: string }) => dead.event_id),
      ).toContain(eventId);
      return eventId;
    },
    /** The delivery log of a subscription, as soon as it has so many entries. */
    async deliveriesOf(id: string, count: number, query = '') {
      const read = () => call('GET', `${subscriptions}/${id}/deliveries${query}`);
      await eventually(async () => (await read()).body.total).toBe(count);
      return (await read()).body.deliveries;
    },
  };
}
