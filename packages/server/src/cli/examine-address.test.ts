import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../app/testing/test-service.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import { examineAddress } from './examine-address.ts';
import type { Finding } from './finding.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SIMULATE_NETWORKS: 'off' });
});
afterAll(() => service?.stop());

const byName = (findings: Finding[]) => Object.fromEntries(findings.map(({ name, ...rest }) => [name, rest]));

test('a healthy service is reported as healthy', async () => {
  const findings = await examineAddress(service.address, service.key);
  expect(findings.map(({ name }) => name)).toEqual([
    'address',
    'tls',
    'readiness',
    'clock',
    'version',
    'metrics',
    'key',
  ]);
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(byName(findings).key?.detail).toMatch(/^valid, of the organization /);
});

test('a wrong key, a wrong address and a missing service are reported differently', async () => {
  const { key } = byName(await examineAddress(service.address, 'trv_no_such_key'));
  expect(key).toEqual({ ok: false, detail: expect.stringMatching(/not valid here/) });
  let gone = '';
  await behind({}, async (address) => {
    gone = address;
  });
  const [nobody] = await examineAddress(gone, undefined);
  expect(nobody).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/cannot be reached: ECONNREFUSED/),
  });
  const [none] = await examineAddress('trivium.example.com', undefined);
  expect(none?.detail).toMatch(/not the address of a service/);
});

/** Answers in place of the service, like a broken deployment. */
async function behind(
  answers: Record<string, { status?: number; body: string; headers?: Record<string, string> }>,
  work: (address: string) => Promise<void>,
) {
  const server = createServer((request, response) => {
    const { status = 404, body, headers = {} } = answers[request.url ?? ''] ?? { body: '{}' };
    response.sendDate = headers.date === undefined;
    response.writeHead(status, headers).end(body);
  });
  const { origin } = await listen(server);
  await work(origin);
  server.closeAllConnections();
  server.close();
}

test('a wrong clock, a missing database and late deliveries are found', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000).toUTCString();
  const answers = {
    '/livez': { status: 200, body: '{"status":"ok"}', headers: { date: anHourAgo } },
    '/readyz': { status: 503, body: '{"status":"unavailable","parts":{"database":"away"}}' },
    '/metrics': {
      status: 200,
      body: 'trivium_delivery_overdue_seconds{process="0"} 2\ntrivium_delivery_overdue_seconds{process="1"} 900\ntrivium_figures_read{part="jobs"} 0\n',
    },
    '/openapi.json': { status: 200, body: '{"info":{"version":"0.0.1"}}' },
  };
  await behind(answers, async (address) => {
    const { clock, readiness, metrics, version } = byName(await examineAddress(address, undefined));
    expect(clock).toEqual({ ok: false, detail: expect.stringMatching(/(3599|3600|3601|36\d\d) s apart/) });
    expect(readiness).toEqual({ ok: false, detail: 'Not ready (503). database: away' });
    expect(metrics?.detail).toContain(
      'Deliveries are 900 s late. (docs/runbooks/TriviumDeliveriesOverdue.md)',
    );
    expect(metrics?.detail).toContain('docs/runbooks/TriviumFiguresUnreadable.md');
    expect(version?.detail).toMatch(/^0\.0\.1; this command is of /);
  });
});

test('another program is not mistaken for Trivium', async () => {
  await behind({ '/livez': { status: 200, body: 'hello' } }, async (address) => {
    const findings = await examineAddress(address, undefined);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ ok: false, detail: expect.stringMatching(/is not Trivium/) });
  });
});

test('an answer that never ends is reported as such, with its path', async () => {
  const server = createServer(({ url }, response) => {
    response.writeHead(200);
    if (url === '/openapi.json') response.write('{"openapi":');
    else response.end('{"status":"ok"}');
  });
  const { origin } = await listen(server);
  const { version, address } = byName(await examineAddress(origin, undefined));
  server.closeAllConnections();
  server.close();
  expect(address?.ok).toBe(true);
  expect(version).toEqual({
    ok: false,
    detail: expect.stringMatching(/^GET \/openapi\.json was not answered within 5 s\./),
  });
});
