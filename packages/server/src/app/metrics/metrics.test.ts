import { afterAll, beforeAll, expect, test } from 'vitest';
import { endings } from '../../engine/delivery/index.ts';
import { createPool } from '../../kit/db/index.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ METRICS_BY_ORGANIZATION: '5', SIMULATE_NETWORKS: 'off' });
  await makeTroubles();
});
afterAll(() => service?.stop());

/**
 * Makes every problem that the metrics report. It runs before the first scrape because figures are cached for a while.
 */
async function makeTroubles(): Promise<void> {
  const pool = createPool(service.database.connection, {
    max: 1,
    applicationName: 'test',
    answerLimitMs: 60_000,
    onError: () => {},
  });
  try {
    const org = (await pool.query('select id from organizations')).rows[0].id;
    const subscription = '01900000-0000-7000-8000-000000000001';
    const insert = `insert into subscriptions (id, org_id, face, name, url, patterns, status, created_at, updated_at, failing_since)
      values ($1, $2, 'webhooks', 'x', 'https://example.com', '{never.such}', $3, now(), now(), now() - interval '1 hour')`;
    await pool.query(insert, [subscription, org, 'active']);
    await pool.query(insert, ['01900000-0000-7000-8000-000000000002', org, 'disabled']);
    await pool.query(
      `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at, last_error)
       select gen_random_uuid(), $1, $2, 0, gen_random_uuid(), 'never.such', 5, now(), 'x' from generate_series(1, 3)`,
      [org, subscription],
    );
    await pool.query(
      `insert into organization_quotas (org_id, name, most) values ($1, 'subscriptions', 4), ($1, 'people', 0)`,
      [org],
    );
    await pool.query(
      `insert into rate_limits (org_id, name, window_start, window_ends, leased, wanted, most, last_grant)
       values ($1, 'webhooks_test', now(), now() + interval '1 hour', 45000000, 45, 60, 45)`,
      [org],
    );
    await pool.query(
      `insert into nodes (id, info, heartbeat_at) values (gen_random_uuid(), '{}', clock_timestamp() - interval '20 minutes')`,
    );
    await pool.query(
      `select graphile_worker.add_job('nobody.does.this', run_at := now() + interval '1 day', max_attempts := 1)`,
    );
    await pool.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  } finally {
    await pool.end();
  }
}

async function scrape(accept = 'text/plain'): Promise<string> {
  const answer = await fetch(`${service.address}/metrics`, { headers: { accept } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The value of a series; undefined if it is missing. */
function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('every part of the figures can be read', async () => {
  // On a busy machine the first scrape may not have waited for everything.
  const parts = async () =>
    Object.fromEntries(
      [...(await scrape()).matchAll(/^trivium_figures_read\{part="(\w+)"\} (\d)$/gm)].map(
        ([, part, isUp]) => [part, isUp],
      ),
    );
  await expect.poll(parts, { timeout: 60_000 }).toEqual({
    chains: '1',
    contracts: '1',
    database: '1',
    delivery: '1',
    disk: '1',
    jobs: '1',
    limits: '1',
    log: '1',
    nodes: '1',
    organizations: '1',
    outreach: '1',
    quotas: '1',
    review: '1',
    workflows: '1',
  });
});

test('names and units follow the rules of Prometheus, each with help and type', async () => {
  const text = await scrape();
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  for (const [name, type] of types) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect(name).toMatch(/^(trivium|nodejs|process)_[a-z0-9_]+$/);
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kb|mb|percent)$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  }
  const samples = text.split('\n').filter((line) => /^trivium_/.test(line));
  for (const line of samples) {
    const [, name = ''] = /^(\w+)/.exec(line) ?? [];
    expect([line, types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, ''))]).toEqual([
      line,
      true,
    ]);
  }
});

test('attempts and failures are counted from 0, so that the first one is an increase', async () => {
  const text = await scrape();
  for (const result of ['success', 'retry', 'dead'])
    expect(readValue(text, `trivium_delivery_attempts_total{result="${result}"}`)).toBe(0);
  for (const one of endings.filter((ending) => ending !== 'success'))
    expect(readValue(text, `trivium_delivery_failures_total{class="${one}"}`)).toBe(0);
});

test('OpenMetrics is served on request, with its end marker', async () => {
  const answer = await fetch(`${service.address}/metrics`, {
    headers: { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' },
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
  const text = await answer.text();
  expect(text.endsWith('# EOF\n')).toBe(true);
  expect(text).toMatch(/^# TYPE trivium_events_published counter$/m);
  expect(text).toMatch(/^trivium_events_published_total \d+$/m);
  // The other format is unchanged.
  expect(await scrape()).toMatch(/^# TYPE trivium_events_published_total counter$/m);
});

test('problems are visible: dead letters, failing subscriptions, given-up jobs, lost nodes, unsigned events', async () => {
  await expect
    .poll(
      async () => {
        const text = await scrape();
        return {
          failing: readValue(text, 'trivium_subscriptions_failing'),
          disabled: readValue(text, 'trivium_subscriptions{status="disabled"}'),
          failsForAnHour: (readValue(text, 'trivium_subscriptions_failing_longest_seconds') ?? 0) >= 3_600,
          dead: readValue(text, 'trivium_dead_letters'),
          givenUp: readValue(text, 'trivium_jobs_given_up'),
          lost: readValue(text, 'trivium_nodes_lost'),
          byOrganization: /^trivium_organization_dead_letters\{organization="org_\w+"\} 3$/m.test(text),
        };
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual({
      failing: 1,
      disabled: 1,
      failsForAnHour: true,
      dead: 3,
      givenUp: 1,
      lost: 1,
      byOrganization: true,
    });
});

test('nearly used limits and quotas are visible, for the installation and by organization', async () => {
  const ofOrganization = (text: string, name: string, label: string) =>
    Number(new RegExp(`^${name}\\{organization="org_\\w+",${label}\\} (\\S+)$`, 'm').exec(text)?.[1]);
  await expect
    .poll(
      async () => {
        const text = await scrape();
        return [
          readValue(text, 'trivium_rate_limit_used_ratio{limit="webhooks_test"}'),
          ofOrganization(text, 'trivium_organization_rate_limit_used_ratio', 'limit="webhooks_test"'),
          readValue(text, 'trivium_quota_used_ratio{quota="subscriptions"}'),
          readValue(text, 'trivium_quota_organizations_at_end{quota="subscriptions"}'),
          readValue(text, 'trivium_quota_organizations_at_end{quota="people"}'),
          ofOrganization(text, 'trivium_organization_quota_used_ratio', 'quota="subscriptions"'),
        ];
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([0.75, 0.75, 0.5, 0, 1, 0.5]);
});
