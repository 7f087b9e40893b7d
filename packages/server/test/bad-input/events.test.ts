import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { nastyValue, toNastyJson } from './nasty-values.ts';

const LIMIT_BYTES = 1_048_576;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

const ask = (method: string, path: string, body?: string) =>
  service.call(method, path, body, { 'content-type': 'application/json' });

function eventOf(data: string, source = 'test'): string {
  return `{"type":"bad.input","source":${JSON.stringify(source)},"data":${data}}`;
}

async function publish(data: string, source?: string): Promise<string> {
  const { status, body, text } = await ask('POST', '/v1/events', eventOf(data, source));
  expect(status, text).toBe(201);
  return body.eventId;
}

describe('the data of an event', () => {
  test.each([
    [
      'numbers no double can hold',
      '{"a":12345678901234567890,"b":1e400,"c":0.1234567890123456789,"d":-0.0e-9}',
    ],
    ['escaped NULs and lone surrogates', '{"a":"\\u0000","b":"\\ud800","c":"\\udc00\\ud83d"}'],
    ['names with a meaning to JavaScript', '{"__proto__":{"a":1},"constructor":null,"toString":7}'],
    ['an empty name', '{"":{"":""}}'],
    ['text of any script', '{"a":"Grüße 世界 😀 \u202e","ключ":"値"}'],
    ['escapes of control characters', '{"a":"\\b\\f\\n\\r\\t\\u001f\\"\\\\"}'],
    ['nesting to the bound', `{"a":${'['.repeat(126)}${']'.repeat(126)}}`],
    ['ten thousand members', `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`],
  ])('is kept exactly: %s', async (_what, data) => {
    const id = await publish(data);
    const stored = await ask('GET', `/v1/events/${id}`);
    expect(stored.text).toContain(`"data":${data}`);
    expect((await ask('GET', `/v1/events/proofs/${id}`)).status).toBe(200);
    expect((await ask('GET', '/v1/events?limit=1')).text).toContain(`"data":${data}`);
  });

  test('is kept exactly, or refused with 400, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), nastyValue, { maxKeys: 3 }), async (value) => {
        const data = toNastyJson(value);
        const { status, body, text } = await ask('POST', '/v1/events', eventOf(data));
        if (status === 201) {
          const stored = await ask('GET', `/v1/events/${body.eventId}`);
          expect(JSON.stringify(stored.body.data)).toBe(JSON.stringify(JSON.parse(data)));
        } else {
          expect(status, text).toBe(400);
          expect(body.error.message).toContain('nested deeper');
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each(['[]', '"text"', '7', 'null', 'true', '12345678901234567890', '1e400'])(
    'must be an object, not %s',
    async (data) => {
      const { status, body } = await ask('POST', '/v1/events', eventOf(data));
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ field: 'data', message: '`data` must be an object.' });
    },
  );
});

describe('the size of an event', () => {
  const ofSize = (bytes: number) => {
    const empty = eventOf('{"a":""}');
    return eventOf(`{"a":"${'x'.repeat(bytes - empty.length)}"}`);
  };

  test('may be 1 MB, and not one byte more', async () => {
    const full = ofSize(LIMIT_BYTES);
    expect(Buffer.byteLength(full)).toBe(LIMIT_BYTES);
    const { status, body } = await ask('POST', '/v1/events', full);
    expect(status).toBe(201);
    expect((await ask('GET', `/v1/events/${body.eventId}`)).status).toBe(200);
    const larger = await ask('POST', '/v1/events', ofSize(LIMIT_BYTES + 1));
    expect(larger.status).toBe(413);
    expect(larger.body.error.code).toBe('payload_too_large');
  });

  test('is counted in bytes, not in characters', async () => {
    const refused = await ask('POST', '/v1/events', eventOf(`{"a":"${'é'.repeat(LIMIT_BYTES / 2)}"}`));
    expect(refused.status).toBe(413);
  });
});

describe('the type of an event', () => {
  test.each([
    '',
    'order',
    '.',
    'a.',
    '.a',
    'a..b',
    'A.b',
    'a.b ',
    ' a.b',
    'a.b\n',
    'a.*',
    'a.é',
    'a/b.c',
    'a.b\u0000',
    `${'a.'.repeat(127)}ab`,
  ])('%j is refused as invalid_event_type', async (type) => {
    const { status, body } = await ask('POST', '/v1/events', JSON.stringify({ type, source: 's', data: {} }));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_event_type', field: 'type' });
  });

  test.each(['a.b', '_.-', '0.1', 'a.b.c.d.e.f', `${'a.'.repeat(127)}a`])('%s is accepted', async (type) => {
    const { status } = await ask('POST', '/v1/events', JSON.stringify({ type, source: 's', data: {} }));
    expect(status).toBe(201);
  });
});

describe('a filter', () => {
  test.each(['%', '_', 'a%b', 'a_b', '\\', "'", '"', '$1', '*', 'a\\_b'])(
    'treats %s literally, not as a pattern',
    async (character) => {
      const run = randomUUID();
      await publish('{}', `${run}${character}`);
      await publish('{}', `${run}xxx`);
      const found = await ask('GET', `/v1/events?source=${encodeURIComponent(`${run}${character}`)}`);
      expect(found.body).toMatchObject({ total: 1, events: [{ source: `${run}${character}` }] });
    },
  );

  test.each([
    ['from=0001-01-01T00:00:00Z', 200],
    ['to=9999-12-31T23:59:59.999Z', 200],
    ['from=9999-12-31&to=0001-01-01', 400],
    ['from=2026-01-31T09:30:00%2B01:00', 200],
    ['from=0000-01-01', 400],
    ['from=10000-01-01', 400],
    ['from=2026-02-30', 400],
    ['from=1700000000', 400],
    ['from=now', 400],
    ['from=', 400],
    // The `+` of an offset is a space in a query. Nothing else can be meant.
    ['from=2026-01-31T09:30:00+01:00', 200],
    ['to=%00', 400],
  ])('by time, %s, gets %i', async (query, status) => {
    const answer = await ask('GET', `/v1/events?${query}`);
    expect(answer.status, answer.text).toBe(status);
    if (status === 400) expect(answer.body.error.field).toBe(query.split('=')[0]);
  });

  test.each(['', '.', '*.', '.*', 'a', 'a.**', '**', 'a.*b', 'A.*', 'a b', '%', 'x'.repeat(300)])(
    'by type is a pattern, not %.20j',
    async (type) => {
      const { status, body } = await ask('GET', `/v1/events?type=${encodeURIComponent(type)}`);
      expect(status).toBe(400);
      expect(body.error.field).toBe('type');
    },
  );
});
