import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../server/src/app/testing/test-service.ts';
import { required } from '../../server/src/kit/required.ts';
import { collect, Trivium, TriviumConnectionError, TriviumError } from './index.ts';

let service: TestService;
let trivium: Trivium;

beforeAll(async () => {
  service = await startTestService();
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(() => service?.stop());

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))));

/** A server that answers what it is told to, one answer after the other, and says what it was asked. */
async function answering(answers: [status: number, body?: object, headers?: Record<string, string>][]) {
  const asked: { key: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push({ key: request.headers['idempotency-key'] as string | undefined, body });
      const [status, answer, headers] = answers.shift() ?? [500, {}];
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, headers).end(JSON.stringify(answer ?? {}));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const event = { type: 'order.created', source: 'shop', data: { total: 59.9 } };

describe('the client', () => {
  test('publishes events, and reads all pages of a list as one', async () => {
    const events = Array.from({ length: 230 }, (_, n) => ({ ...event, type: 'page.made', data: { n } }));
    const { events: published } = await trivium.events.publishAll(events);
    expect(published).toHaveLength(230);
    const seen: unknown[] = [];
    for await (const { data } of trivium.events.list({ type: 'page.*' })) seen.push(data.n);
    expect(seen).toEqual(events.map(({ data }) => data.n).reverse());
  });

  test('reads a search to its end, following the cursor from page to page', async () => {
    for (const n of [1, 2, 3, 4, 5])
      await trivium.events.publish({ type: 'search.made', source: 'test', data: { n, is: n !== 3 } });
    const query = { type: 'search.made', payload: 'data.is=true', limit: 2 };
    const found = await collect(trivium.pages.searchEvents({ query }));
    expect(found.map(({ data }) => data.n)).toEqual([5, 4, 2, 1]);
  });

  test('reports a refusal with its code, field and request id', async () => {
    const refusal = await trivium.events.publish({ ...event, type: 'Bad' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TriviumError);
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid_event_type',
      field: 'type',
      requestId: expect.stringMatching(/^req_/),
    });
    const stranger = new Trivium({ url: service.address, key: 'wrong' });
    await expect(stranger.api.getOrganization()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('calls any operation by its id, with typed parameters', async () => {
    const { workflow_id } = await trivium.workflows.create({
      name: 'answer orders',
      trigger: { type: 'sdk.ordered' },
      actions: [
        { action: 'events.publish', input: { type: 'sdk.answered', data: { of: '{{ event.data.n }}' } } },
      ],
    });
    await trivium.events.publish({ type: 'sdk.ordered', source: 'sdk', data: { n: 3 } });
    const runs = () => collect(trivium.workflows.runs(workflow_id, { status: 'succeeded' }));
    const [run] = await trivium.waitFor(runs, (found) => found.length > 0);
    expect(run).toMatchObject({ event_type: 'sdk.ordered', actions: [{ status: 'succeeded' }] });
    const disabled = await trivium.api.disableWorkflow({ params: { workflowId: workflow_id } });
    expect(disabled.enabled).toBe(false);
    expect(await trivium.api.deleteWorkflow({ params: { workflowId: workflow_id } })).toBeUndefined();
  });

  test('follows the log in order from a given position', async () => {
    const stop = new AbortController();
    const opened = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const following = (async () => {
      for await (const one of trivium.events.tail({
        type: 'tail.*',
        signal: stop.signal,
        onOpen: opened.resolve,
      })) {
        seen.push(one.data.n);
        if (seen.length === 3) stop.abort();
      }
    })();
    await opened.promise;
    for (const n of [1, 2, 3])
      await trivium.events.publish({ type: 'tail.made', source: 'sdk', data: { n } });
    await following;
    expect(seen).toEqual([1, 2, 3]);
  });

  test('follows the log over a broken connection without gaps or repeats', async () => {
    const open = new Set<Socket>();
    const { port, hostname } = new URL(service.address);
    const relay = createTcpServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) open.add(socket.on('error', () => {}));
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    let published = 0;
    const publish = () =>
      trivium.events.publish({ type: 'cut.made', source: 'sdk', data: { n: ++published } });
    const stop = new AbortController();
    const seen: unknown[] = [];
    let breaks = 0;
    const onBreak = () => {
      breaks++;
      // What is published while nobody listens comes too.
      void publish();
    };
    const options = {
      type: 'cut.*',
      signal: stop.signal,
      onOpen: () => void publish(),
      onBreak,
    };
    for await (const { data } of new Trivium({ url, key: service.key }).events.tail(options)) {
      seen.push(data.n);
      if (seen.length === 5) stop.abort();
      else if (seen.length % 2 === 1) for (const socket of open) socket.destroy();
    }
    relay.close();
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(breaks).toBe(2);
  });

  test('imports leads with progress, and resolves when they are merged', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `person${n}@example-${n % 50}.com,Person ${n}`);
    const progress: number[] = [];
    const done = await trivium.leads.import(new Blob([`email,name\n${rows.join('\n')}\n`]), {
      onProgress: ({ sentBytes, totalBytes }) => void progress.push(sentBytes / totalBytes),
    });
    expect(done.status).toBe('completed');
    expect(progress.at(-1)).toBe(1);
    expect(progress.length).toBeGreaterThan(1);
    let leads = 0;
    for await (const lead of trivium.leads.list({ q: 'person1' })) leads += lead.email === undefined ? 0 : 1;
    expect(leads).toBe(rows.filter((row) => row.startsWith('person1')).length);
  });
});

describe('a request', () => {
  const options = { key: 'k', maxRetries: 3 };

  test('is repeated with the same idempotency key after no answer or a temporary error', async () => {
    const { url, asked } = await answering([
      [0],
      [503],
      [429, {}, { 'retry-after': '1' }],
      [201, { eventId: 'e' }],
    ]);
    const startedAt = performance.now();
    expect(await new Trivium({ url, ...options }).events.publish(event)).toEqual({ eventId: 'e' });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    expect(asked).toHaveLength(4);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(required(asked[0], 'the first of asked').key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(asked.map(({ body }) => body))).toEqual(new Set([JSON.stringify(event)]));
  });

  test('uses no other key than the one in its body', async () => {
    const { url, asked } = await answering([[503], [202, {}], [202, {}], [202, {}]]);
    const trivium = new Trivium({ url, ...options });
    const body = { lead_id: 'led_1', subject: 'S', body: 'B' };
    await trivium.api.queueCommunication({ body: { ...body, idempotency_key: 'approval 1' } });
    await trivium.api.queueCommunication({ body });
    await trivium.api.queueCommunication({ body: { ...body, idempotency_key: 'x' }, idempotencyKey: 'x' });
    const [first, repeated, without, both] = asked.map(({ key }) => key);
    expect([first, repeated, both]).toEqual([undefined, undefined, 'x']);
    expect(without).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('waits while an earlier request with the same key is running', async () => {
    const running = { error: { code: 'idempotency_conflict', message: 'It still runs.' } };
    const { url, asked } = await answering([[409, running, { 'retry-after': '0' }], [201]]);
    await new Trivium({ url, ...options }).events.publish(event);
    expect(required(asked[0], 'the first of asked').key).toBe(required(asked[1], 'the second of asked').key);
    const other = await answering([[409, running]]);
    await expect(new Trivium({ url: other.url, ...options }).events.publish(event)).rejects.toThrow(
      'still runs',
    );
  });

  test('waits for an earlier one as long as for a response, however often it asks', async () => {
    const running = { error: { code: 'idempotency_conflict', message: 'It still runs.' } };
    const stillRuns: [number, object, Record<string, string>] = [409, running, { 'retry-after': '0' }];
    const late = await answering([...Array.from({ length: 9 }, () => stillRuns), [201]]);
    await new Trivium({ url: late.url, ...options }).events.publish(event);
    expect(late.asked).toHaveLength(10);
    const fetch = async () => Response.json(running, { status: 409, headers: { 'retry-after': '0' } });
    const impatient = new Trivium({ url: late.url, ...options, timeoutMs: 1, fetch });
    await expect(impatient.events.publish(event)).rejects.toThrow('still runs');
  });

  test('gives up at its time limit, and names the request', async () => {
    const details = { doc_url: '/docs/errors/rate_limit_exceeded' };
    const spent = { error: { code: 'rate_limit_exceeded', message: 'Wait.', details } };
    const { url, asked } = await answering([[429, spent, { 'retry-after': '3600' }]]);
    await expect(new Trivium({ url, ...options }).events.publish(event)).rejects.toMatchObject({
      retryAfterSeconds: 3_600,
      docUrl: `${url}/docs/errors/rate_limit_exceeded`,
    });
    expect(asked).toHaveLength(1);
  });

  test('is not repeated after a refusal', async () => {
    const refusal = { error: { code: 'invalid_request', message: 'No.' } };
    const { url, asked } = await answering([[400, refusal]]);
    await expect(new Trivium({ url, ...options }).events.publish(event)).rejects.toThrow('No.');
    expect(asked).toHaveLength(1);
  });

  test('to an address without a service fails with an error that says so', async () => {
    const { url } = await answering([]);
    await new Promise((done) => required(servers.pop(), 'one of servers').close(done));
    const asking = new Trivium({ url, key: 'k', maxRetries: 1 }).api.getOrganization();
    await expect(asking).rejects.toBeInstanceOf(TriviumConnectionError);
    await expect(asking).rejects.toThrow(/Is the service running/);
  });
});
