import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { formatId } from '../../../kit/ids.ts';
import { createKey } from '../api-keys/create-key.ts';
import { AccessFixture } from '../testing/access-fixture.ts';
import { AccessServer } from '../testing/access-server.ts';
import { findOrCreateOrganization } from './find-or-create-organization.ts';

const clock = new ManualClock(1_750_000_000_000);
let fixture: AccessFixture;
let server: AccessServer;

beforeAll(async () => {
  fixture = await AccessFixture.create();
  server = await AccessServer.start(fixture, clock);
});

afterAll(async () => {
  await server.stop();
  await fixture.close();
});

test('any key reads its organization with all limits and their use, including this request', async () => {
  const organization = await findOrCreateOrganization(fixture.service(clock), 'acme');
  const { token } = await createKey(fixture.service(clock), {
    orgId: organization.id,
    name: 'k',
    scopes: ['review:read'],
    origin: 'cli',
    manager: undefined,
  });
  await server.call(token, 'GET /v1/organization');
  const answer = await server.call(token, 'GET /v1/organization');
  expect(answer.status).toBe(200);
  const { limits, ...rest } = answer.body;
  expect(rest).toEqual({
    id: formatId('org', organization.id),
    name: 'acme',
    created_at: '2025-06-15T15:06:40.000Z',
    quotas: [],
    events_subscriptions: { active: 3, limit: 10 },
  });
  expect(limits).toContainEqual({
    name: 'access_api',
    limit: 1000,
    window_seconds: 3600,
    used: 2,
    remaining: 998,
    reset_at: '2025-06-15T16:06:40.000Z',
  });
  expect(limits).toContainEqual({
    name: 'contracts_deployments',
    limit: 10,
    window_seconds: 3600,
    used: 0,
    remaining: 10,
    reset_at: null,
  });
  expect(answer.headers).toMatchObject({
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '998',
    'x-ratelimit-reset': '1750003600',
  });
});

test('without a valid key, the organization is not shown', async () => {
  for (const key of ['', 'trv_wrong']) {
    const refused = await server.call(key, 'GET /v1/organization');
    expect(refused.status).toBe(401);
    expect(refused.body.error.code).toBe('unauthorized');
  }
});

test('usage is reported for every hour of the range, separately for each organization', async () => {
  const organization = await findOrCreateOrganization(fixture.service(clock), 'busy');
  const { token } = await createKey(fixture.service(clock), {
    orgId: organization.id,
    name: 'k',
    scopes: ['review:read'],
    origin: 'cli',
    manager: undefined,
  });
  const usage = async (query: string) =>
    (await server.call(token, `GET /v1/organization/usage?${query}`)).body;
  const hours = (of: { hours: { requests: number }[] }) => of.hours.map(({ requests }) => requests);
  for (let n = 0; n < 3; n++) await server.call(token, 'GET /v1/organization');
  clock.advance(2 * 3_600_000);
  const day = await usage('name=access_api&days=1');
  expect(day).toMatchObject({ name: 'access_api', total: 4 });
  expect(hours(day)).toHaveLength(24);
  const last = day.hours.at(-1);
  expect(last.starts_at).toBe('2025-06-15T17:00:00.000Z');
  expect(await usage('name=events_publish&days=2')).toMatchObject({ total: 0 });
  expect(hours(await usage('name=access_api&days=2'))).toHaveLength(48);
  const refused = await server.call(token, 'GET /v1/organization/usage?name=nonsense');
  expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'name' });
});

test('use of a language model is reported by day and agent, with what is left of the monthly budget', async () => {
  const organization = await findOrCreateOrganization(fixture.service(clock), 'asking');
  const { token } = await createKey(fixture.service(clock), {
    orgId: organization.id,
    name: 'k',
    scopes: ['review:read'],
    origin: 'cli',
    manager: undefined,
  });
  const day = new Date(clock.now());
  const month = day.toISOString().slice(0, 7);
  const add = (orgId: string, agent: string, at: Date) =>
    fixture.pool.query(
      `insert into model_usage_days (org_id, day, area, agent, provider, model, requests, failed, input_tokens,
         cached_input_tokens, output_tokens, cost_micros)
       values ($1, $3::timestamptz::date, 'review', $2, 'anthropic', 'claude-sonnet-4-5', 3, 1, 900, 100, 60, 3600)`,
      [orgId, agent, at],
    );
  await add(organization.id, 'security.injection', day);
  await add(organization.id, 'security.injection', new Date(clock.now() - 86_400_000));
  await add(organization.id, 'quality.reliability', new Date(clock.now() - 40 * 86_400_000));
  await add(randomUUID(), 'security.injection', day);
  await fixture.pool.query('insert into model_budgets values ($1, $2, 250000, now())', [
    organization.id,
    `month ${month}`,
  ]);
  const { body } = await server.call(token, 'GET /v1/organization/model-usage');
  expect(body.month).toEqual({ name: month, spent_usd: 0.25, limit_usd: 1 });
  expect(body.total).toMatchObject({ requests: 6, failed: 2, input_tokens: 1_800, cost_usd: 0.0072 });
  expect(body.days).toHaveLength(2);
  expect(body.days[0]).toMatchObject({ day: day.toISOString().slice(0, 10), agent: 'security.injection' });
  const all = await server.call(token, 'GET /v1/organization/model-usage?days=60');
  expect(all.body.days).toHaveLength(3);
  const refused = await server.call(token, 'GET /v1/organization/model-usage?days=0');
  expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'days' });
});
