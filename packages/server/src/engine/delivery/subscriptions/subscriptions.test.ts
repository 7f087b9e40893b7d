import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { verifySignatureHeader, verifyStandardSignature } from '../../../kit/signing/index.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type Receiver, startReceiver } from '../testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

const eventsInput = (url: string) => ({
  face: 'events' as const,
  name: null,
  url,
  patterns: ['*'],
  secret: 's',
});

describe('creating', () => {
  test('an event published after the subscription was made arrives signed over its raw bytes', async () => {
    await node.subscribe(orgId, receiver.url, { patterns: ['order.*'], secret: 'shh' });
    await node.publish(orgId, 'order.paid', { amount: 12.5, note: 'grüezi' });
    const [{ body, headers }] = (await receiver.arrived(1)) as [(typeof receiver.received)[0]];
    expect(verifySignatureHeader('shh', body, String(headers['x-signature']))).toBe(true);
    expect(verifyStandardSignature('shh', body, headers)).toEqual({ ok: true });
    expect(JSON.parse(body.toString())).toMatchObject({
      event: 'order.paid',
      data: { amount: 12.5, note: 'grüezi' },
    });
  });

  test('of many concurrent creations of Events API subscriptions exactly ten succeed', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 25 }, () =>
        node.subscriptions.create(orgId, newUuid(), eventsInput(receiver.url)),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const one of made) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'subscription_limit_reached' });
    }
  });

  test('a paused subscription frees its place, and can only resume if a place is free', async () => {
    const ids = Array.from({ length: 10 }, () => newUuid());
    for (const id of ids) await node.subscriptions.create(orgId, id, eventsInput(receiver.url));
    await node.subscriptions.pause(orgId, required(ids[0], 'the first of ids'));
    await node.subscriptions.create(orgId, newUuid(), eventsInput(receiver.url));
    await expect(
      node.subscriptions.resume(orgId, required(ids[0], 'the first of ids')),
    ).rejects.toMatchObject({
      code: 'subscription_limit_reached',
    });
  });

  test('a repeated creation with the same id returns the first one', async () => {
    const id = newUuid();
    const first = await node.subscriptions.create(orgId, id, eventsInput(receiver.url));
    const second = await node.subscriptions.create(orgId, id, eventsInput(receiver.url));
    expect(second).toEqual(first);
  });

  test.each([
    ['http://example.com/hook', 'url', 'invalid_request'],
    ['https://user:pass@example.com/', 'url', 'invalid_request'],
    ['https://10.1.2.3/', 'url', 'invalid_request'],
    ['https://[::ffff:169.254.169.254]/', 'url', 'invalid_request'],
    ['not a url', 'url', 'invalid_request'],
  ])('the URL %s is refused', async (url, field, code) => {
    await expect(node.subscribe(orgId, url)).rejects.toMatchObject({ code, field });
  });

  test('a pattern without dots, an unknown filter operator and a name of another platform are refused', async () => {
    await expect(node.subscribe(orgId, receiver.url, { patterns: ['a.b', 'nodots'] })).rejects.toMatchObject({
      code: 'invalid_event_type',
      field: 'events.1',
    });
    await expect(
      node.subscribe(orgId, receiver.url, { filter: { a: { $where: 'x' } } }),
    ).rejects.toMatchObject({ code: 'invalid_request', field: 'filter' });
    await expect(
      node.subscribe(orgId, receiver.url, { platform: 'outreach', patterns: ['contract.created'] }),
    ).rejects.toMatchObject({ code: 'invalid_request', field: 'events.0' });
  });
});

describe('changing', () => {
  test('secrets are stored sealed', async () => {
    const { id } = await node.subscribe(orgId, receiver.url, { secret: 'open sesame' });
    const rows = await node.rows<{ sealed: string }>(
      'select sealed from subscription_secrets where subscription_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(required(rows[0], 'a row').sealed).not.toContain('open sesame');
  });

  test('after a rotation the new secret signs, and the earlier one too until the overlap ends', async () => {
    const { id } = await node.subscribe(orgId, receiver.url, { secret: 'first' });
    const rotated = await node.subscriptions.rotateSecret(orgId, id, {
      secret: 'second',
      overlapSeconds: 60,
    });
    expect(
      required(rotated.previousSecretExpiresAt, 'the previous secret expires at').getTime(),
    ).toBeGreaterThan(Date.now() + 50_000);
    await node.publish(orgId, 'a.b');
    await receiver.arrived(1);
    await node.subscriptions.rotateSecret(orgId, id, { secret: 'third', overlapSeconds: 0 });
    await node.publish(orgId, 'a.b');
    const [overlapping, alone] = await receiver.arrived(2);
    const { headers, body } = required(overlapping, 'overlapping');
    expect(verifySignatureHeader('second', body, String(headers['x-signature']))).toBe(true);
    expect(verifySignatureHeader('first', body, String(headers['x-signature-previous']))).toBe(true);
    for (const secret of ['first', 'second']) {
      expect(verifyStandardSignature(secret, body, headers)).toEqual({ ok: true });
    }
    expect(required(alone, 'alone').headers['x-signature-previous']).toBeUndefined();
    expect(
      verifyStandardSignature('second', required(alone, 'alone').body, required(alone, 'alone').headers).ok,
    ).toBe(false);
    expect(
      verifyStandardSignature('third', required(alone, 'alone').body, required(alone, 'alone').headers).ok,
    ).toBe(true);
  });

  test('a changed URL, pattern and filter apply to the very next event', async () => {
    const other = await startReceiver();
    const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['a.b'] });
    await node.publish(orgId, 'a.b', { n: 1 });
    await receiver.arrived(1);
    await node.subscriptions.update(orgId, id, {
      url: other.url,
      patterns: ['c.*'],
      filter: { n: { $gte: 10 } },
    });
    await node.publish(orgId, 'a.b', { n: 11 });
    await node.publish(orgId, 'c.d', { n: 9 });
    await node.publish(orgId, 'c.d', { n: 10 });
    const [only] = await other.arrived(1);
    expect(JSON.parse(required(only, 'only').body.toString()).data).toEqual({ n: 10 });
    expect(other.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    await other.close();
  });

  test('a deleted subscription gets nothing more, and is not found', async () => {
    const { id } = await node.subscribe(orgId, receiver.url);
    const witness = await startReceiver();
    await node.subscribe(orgId, witness.url);
    await node.subscriptions.delete(orgId, id);
    await node.publish(orgId, 'a.b');
    await witness.arrived(1);
    expect(receiver.received).toHaveLength(0);
    await expect(node.subscriptions.get(orgId, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(node.subscriptions.delete(orgId, id)).rejects.toMatchObject({ code: 'not_found' });
    await witness.close();
  });

  test("another organization's subscription is treated as missing", async () => {
    const { id } = await node.subscribe(orgId, receiver.url);
    const stranger = fixture.newOrgId();
    const { subscriptions } = node;
    for (const attempt of [
      () => subscriptions.get(stranger, id),
      () => subscriptions.update(stranger, id, { name: 'mine' }),
      () => subscriptions.pause(stranger, id),
      () => subscriptions.resume(stranger, id),
      () => subscriptions.rotateSecret(stranger, id, { secret: 'x', overlapSeconds: 0 }),
      () => subscriptions.delete(stranger, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await subscriptions.get(orgId, id)).toMatchObject({ status: 'active', name: 'test' });
  });
});

describe('pausing', () => {
  test('under load a paused subscription receives nothing after the answer, and everything on resume', async () => {
    const { id } = await node.subscribe(orgId, receiver.url);
    const published: Promise<unknown>[] = [];
    let running = true;
    const load = (async () => {
      while (running) {
        published.push(node.publish(orgId, 'a.b', { n: published.length }));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    for (let round = 0; round < 5; round++) {
      await receiver.arrived(receiver.received.length + 10);
      await node.subscriptions.pause(orgId, id);
      const before = receiver.received.length;
      const target = published.length + 20;
      await eventually(() => published.length).toBeGreaterThan(target);
      expect(receiver.received.length).toBe(before);
      await node.subscriptions.resume(orgId, id);
    }
    running = false;
    await load;
    await Promise.all(published);
    const received = await receiver.arrived(published.length);
    await eventually(() => node.engine.figures.inFlight).toBe(0);
    const numbers = received.map(({ body }) => JSON.parse(body.toString()).data.n as number);
    expect(numbers.sort((a, b) => a - b)).toEqual(published.map((_, n) => n));
  });
});
