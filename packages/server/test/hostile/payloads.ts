import type { Answer } from '../../src/kit/http/testing/call-api.ts';
import { required } from '../../src/kit/required.ts';
import { type Ask, ended, type HostileInput, request, times } from './hostile-input.ts';

const MB = 1_000_000;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const json = { 'content-type': 'application/json' };
const eventOf = (data: string) => `{"type":"hostile.payload","source":"h","data":${data}}`;

const payloads: Record<string, string> = {
  'a hundred thousand keys': `{${times(60_000, (i) => `${i ? ',' : ''}"k${i}":${i}`)}}`,
  'a key of a megabyte': `{"${fill('k', MB)}":1}`,
  'nesting of a hundred thousand': `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'nesting that does not close': `{"a":${'['.repeat(500_000)}`,
  'objects that nest': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a list of a million': `{"a":[${fill('1,', MB)}1]}`,
  'a number of a million digits': `{"a":${fill('9', MB)}}`,
  'a fraction of a million digits': `{"a":0.${fill('3', MB)}}`,
  'escapes of a megabyte': `{"a":"${fill('\\u0041', MB - 10)}"}`,
  'surrogates that are alone': `{"a":"${fill('\\ud800', 600_000)}"}`,
  'the same key again and again': `{${times(50_000, (i) => `${i ? ',' : ''}"a":1`)}}`,
  'the prototype as a key': `{"__proto__":${'{"__proto__":'.repeat(100)}1${'}'.repeat(100)}}`,
  'blanks between': `{"a":${fill(' ', MB)}1}`,
};

const filters: Record<string, unknown> = {
  'ten thousand alternatives': { $or: Array.from({ length: 10_000 }, (_, i) => ({ a: i })) },
  'conditions that nest': JSON.parse(`${'{"$and":['.repeat(60)}{"a":1}${']}'.repeat(60)}`),
  'negations that nest': JSON.parse(`${'{"$nor":['.repeat(60)}{"a":1}${']}'.repeat(60)}`),
  'a list of a hundred thousand': { a: { $in: Array.from({ length: 100_000 }, (_, i) => i) } },
  'a path of ten thousand names': { [times(3_000, 'a.')]: 1 },
  'a pattern': { a: { $regex: '(x+x+)+y' } },
  'a program': { $where: 'while(true){}' },
  'an expression': { $expr: { $function: { body: 'while(true){}', args: [], lang: 'js' } } },
  'ten thousand fields': Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])),
  'sixty conditions on each value of a list': {
    $and: Array.from({ length: 60 }, (_, i) => ({ 'a.a': { $ne: -i - 1 } })),
  },
  'a long list of values for each of a list': {
    'a.a': { $nin: Array.from({ length: 190 }, (_, i) => -i - 1) },
  },
  'a list inside a list': { a: { $elemMatch: { $elemMatch: { $elemMatch: { a: 1 } } } } },
};

async function subscribe(ask: Ask, name: string, filter: unknown): Promise<number[]> {
  const body = { name, url: 'https://example.com/hook', events: ['hostile.filtered'], secret: 's', filter };
  const made = await ask('POST', '/v1/webhooks/subscriptions', body);
  if (made.status !== 201) return [made.status];
  const data = { a: Array.from({ length: 50_000 }, (_, i) => ({ a: i })) };
  const published = await ask('POST', '/v1/events', { type: 'hostile.filtered', source: 'h', data });
  const gone = await ask('DELETE', `/v1/webhooks/subscriptions/${made.body.subscription_id}`);
  return [made.status, published.status, gone.status];
}

/** In the form for receivers of the contracts platform: canonical JSON, with the signature in the body. */
async function deliverCanonical(ask: Ask, name: string, data: string): Promise<number[]> {
  const type = `hostile.canonical-${name.replaceAll(' ', '-')}`;
  const body = { name, url: 'https://example.com/hook', platform: 'contracts', events: [type], secret: 's' };
  const made = await Promise.all(
    Array.from({ length: 5 }, () => ask('POST', '/v1/webhooks/subscriptions', body)),
  );
  const published = await ask('POST', '/v1/events', eventOf(data).replace('hostile.payload', type), json);
  const [first] = made as [Answer];
  let deliveries: Answer | undefined;
  await ended(async () => {
    const answer = await ask('GET', `/v1/webhooks/subscriptions/${first.body.subscription_id}/deliveries`);
    deliveries = answer;
    return answer.status !== 200 || answer.body.deliveries.length > 0;
  }, name);
  const listed = required<Answer | undefined>(deliveries, 'the answer with deliveries');
  const [delivery] = listed.body.deliveries;
  const shown = await ask('GET', `/v1/webhooks/deliveries/${delivery.delivery_id}`);
  return [...made, published, listed, shown].map(({ status }) => status);
}

const canonical = {
  'keys that are not sorted': `{${times(60_000, (i) => `${i ? ',' : ''}"k${(i * 7_919) % 60_000}":${i}`)}}`,
  'very many objects': `{"a":[${times(120_000, '{"b":1},')}1]}`,
  'numbers that grow': `{"a":[${times(200_000, '1e20,')}1]}`,
};

const queries: Record<string, string> = {
  'a pattern of stars': `/v1/events?type=${times(100, '*.')}*`,
  'a long pattern': `/v1/events?type=${times(120, 'a.')}*`,
  'a source of letters': `/v1/events?source=${fill('x', 6_000)}`,
  'very many parameters': `/v1/events?${times(1_500, (i) => `a${i}=1&`)}`,
  'the same parameter again': `/v1/events?${times(1_500, 'type=a.b&')}`,
  'escapes that are broken': `/v1/events?type=${fill('%', 6_000)}`,
  'a far page': '/v1/events?limit=100&offset=9007199254740991',
  'a cursor that is none': `/v1/events/export?cursor=${fill('A', 6_000)}`,
  'a search of wildcards': `/v1/outreach/leads?q=${encodeURIComponent(fill('%_', 900))}`,
  'a search of one letter': '/v1/outreach/leads?q=a&limit=100',
  'times out of any calendar': '/v1/events?startTime=%2B275760-09-13T00:00:00.000Z',
};

const patterns = ['a.*.b.*.c.*.d', `${times(60, '*.')}x`, `${times(50, 'a.')}*`, '*'.repeat(200)];

export const hostilePayloads: HostileInput[] = [
  ...Object.entries(payloads).map(([name, data]) =>
    request(`an event with ${name}`, 'POST', '/v1/events', eventOf(data), json),
  ),
  request(
    'a batch of five hundred with many keys',
    'POST',
    '/v1/events/batch',
    `{"events":[${Array(500)
      .fill(eventOf(`{${times(60, (i) => `${i ? ',' : ''}"k${i}":${i}`)}}`))
      .join()}]}`,
    json,
  ),
  request('a body that is no JSON', 'POST', '/v1/events', fill('\u0000\u0001', MB), json),
  ...Object.entries(filters).map(([name, filter]) => ({
    name: `a filter of ${name}`,
    send: (ask: Ask) => subscribe(ask, name, filter),
  })),
  ...Object.entries(canonical).map(([name, data]) => ({
    name: `deliveries of ${name}, in canonical form`,
    send: (ask: Ask) => deliverCanonical(ask, name, data),
  })),
  ...Object.entries(queries).map(([name, path]) => request(name, 'GET', path)),
  ...patterns.map((pattern) =>
    request(`the pattern ${pattern.slice(0, 30)}`, 'POST', '/v1/webhooks/subscriptions', {
      name: 'p',
      url: 'https://example.com/hook',
      events: Array(100).fill(pattern),
      secret: 's',
    }),
  ),
];
