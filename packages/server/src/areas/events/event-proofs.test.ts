import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogEntries } from '../../engine/catalog/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import {
  leafHash,
  parseVerifierKey,
  readExportLines,
  verifyCheckpoint,
  verifyConsistency,
  verifyInclusion,
} from '../../kit/merkle/index.ts';
import { required } from '../../kit/required.ts';
import { MAX_EXPORTS } from './event-proofs.routes.ts';
import { type EventsServer, startEventsServer, type TestOrganization } from './events.fixture.ts';

let server: EventsServer;
let org: TestOrganization;

beforeAll(async () => {
  server = await startEventsServer({ chunkEvents: 256 });
});
beforeEach(async () => {
  org = await server.addOrganization();
});
afterAll(() => server.close());

const publish = async (count: number): Promise<string[]> => {
  const events = Array.from({ length: count }, (_, n) => ({
    orgId: org.orgId,
    type: 'a.b',
    source: 's',
    data: { n },
  }));
  return (await server.appender.appendAll(events)).map(({ id }) => formatId('evt', id));
};
const read = async (path: string) => (await server.get(org, `/v1/events/${path}`)).json();
const bytes = (text: string) => Buffer.from(text, 'base64');

test('with only the answers, an auditor proves an event, and that the log has only grown since', async () => {
  const [eventId] = await publish(300);
  const kept = await read('checkpoint');
  await publish(200);
  const answer = await read(`proofs/${eventId}`);
  expect(JSON.parse(answer.record)).toEqual(answer.event);
  expect(leafHash(answer.record).toString('base64')).toBe(answer.leaf_hash);
  const key = parseVerifierKey(answer.public_key);
  const signed = verifyCheckpoint(answer.checkpoint, [key], `trivium/${org.publicId}`);
  expect(signed.size).toBe(answer.tree_size);
  expect(Buffer.from(signed.root).toString('base64')).toBe(answer.root_hash);
  const inclusion = {
    leafHash: bytes(answer.leaf_hash),
    index: answer.leaf_index,
    size: answer.tree_size,
    proof: answer.inclusion_proof.map(bytes),
    root: signed.root,
  };
  expect(verifyInclusion(inclusion)).toBe(true);
  expect(verifyInclusion({ ...inclusion, index: 1 })).toBe(false);

  const grown = await read(`consistency?from=${kept.tree_size}`);
  expect(grown).toMatchObject({ from: 300, to: 500, from_root_hash: kept.root_hash });
  const claim = {
    oldSize: 300,
    newSize: 500,
    oldRoot: verifyCheckpoint(kept.checkpoint, [key]).root,
    newRoot: bytes(grown.to_root_hash),
    proof: grown.consistency_proof.map(bytes),
  };
  expect(verifyConsistency(claim)).toBe(true);
  expect((await read('checkpoint')).root_hash).toBe(grown.to_root_hash);
});

test('an event is provable right after its acknowledgement', async () => {
  for (let i = 0; i < 5; i++) {
    const [eventId] = await publish(1);
    expect(await read(`proofs/${eventId}`)).toMatchObject({ leaf_index: i, tree_size: i + 1 });
  }
});

test('checkpoints are listed newest first, page by page', async () => {
  for (let i = 0; i < 5; i++) {
    await publish(1);
    await read('checkpoint');
  }
  const page = await read('checkpoints?limit=2&offset=1');
  expect(page).toMatchObject({ total: 5, limit: 2, offset: 1, has_more: true });
  expect(page.checkpoints.map(({ tree_size }: { tree_size: number }) => tree_size)).toEqual([4, 3]);
});

test('the export contains each record with its leaf hash, completely or in part', async () => {
  await publish(600);
  for (const [search, first, end] of [
    ['', 0, 600],
    ['?from_position=590', 590, 600],
    ['?from_position=10&to_position=20', 10, 20],
    ['?from_position=600', 600, 600],
  ] as const) {
    const answer = await server.get(org, `/v1/events/export${search}`);
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = [];
    for await (const line of readExportLines([answer.rawPayload])) lines.push(line);
    expect(lines.map((line) => 'index' in line && line.index)).toEqual(
      Array.from({ length: end - first }, (_, i) => first + i),
    );
    for (const line of lines) {
      if (!('record' in line)) throw new Error('malformed');
      expect(leafHash(line.record).equals(required(line.leafHash, 'the hash'))).toBe(true);
    }
  }
});

test('exports that nobody reads use one page of memory each, their number per organization is limited, and others are not affected', async () => {
  const data = { text: 'x'.repeat(200_000) };
  const events = Array.from({ length: 100 }, () => ({ orgId: org.orgId, type: 'a.b', source: 's', data }));
  await server.appender.appendAll(events);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const open = async (): Promise<http.IncomingMessage> => {
    const headers = { authorization: `Bearer ${org.token}` };
    const request = http.get({ host: '127.0.0.1', port, path: '/v1/events/export', headers, agent: false });
    // Nothing reads its data, so it is paused from the start.
    const [response] = await once(request, 'response');
    return response;
  };
  const readers = await Promise.all(Array.from({ length: MAX_EXPORTS }, open));
  expect(readers.map(({ statusCode }) => statusCode)).toEqual(readers.map(() => 200));
  const refused = await server.get(org, '/v1/events/export');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect(refused.json().error).toMatchObject({ details: { open_streams: MAX_EXPORTS } });
  const other = await server.addOrganization();
  expect((await server.get(other, '/v1/events/export')).statusCode).toBe(200);
  for (const reader of readers) reader.destroy();
  await expect
    .poll(async () => (await server.get(org, '/v1/events/export?from_position=99')).statusCode)
    .toBe(200);
});

describe('what is refused', () => {
  test('missing, malformed and other organizations’ ids, all with the same message', async () => {
    const [foreign] = await publish(1);
    org = await server.addOrganization();
    const answers = [];
    for (const id of [foreign, formatId('evt', newUuid()), 'x', 'evt_1', "evt_'"]) {
      for (const path of [id, `proofs/${id}`]) {
        const answer = await server.get(org, `/v1/events/${path}`);
        expect(answer.statusCode).toBe(404);
        answers.push({ ...answer.json().error, request_id: '' });
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('sizes and positions that the log does not have', async () => {
    await publish(3);
    for (const [path, field] of [
      ['consistency', 'from'],
      ['consistency?from=4', 'from'],
      ['consistency?from=3&to=2', 'from'],
      ['consistency?from=1&to=4', 'to'],
      ['consistency?from=-1', 'from'],
      ['export?to_position=4', 'to_position'],
      ['export?from_position=4', 'from_position'],
      ['export?from_position=2&to_position=1', 'from_position'],
    ]) {
      expect((await read(required(path, 'the path'))).error.field).toBe(field);
    }
  });

  test('a checkpoint of an empty log', async () => {
    expect((await read('checkpoint')).error.code).toBe('not_found');
    expect(await read('checkpoints')).toMatchObject({ checkpoints: [], total: 0 });
    expect((await server.get(org, '/v1/events/export')).body).toBe('');
  });
});

test('the catalogue has every name, or on request those of one platform', async () => {
  const all = await read('catalog');
  expect(all.event_types).toEqual(JSON.parse(JSON.stringify(catalogEntries())));
  expect(all.total).toBe(catalogEntries().length);
  const some = await read('catalog?platform=outreach');
  expect(new Set(some.event_types.map(({ platform }: { platform: string }) => platform))).toEqual(
    new Set(['outreach']),
  );
  expect((await read('catalog?platform=x')).error.field).toBe('platform');
});
