import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadAgents } from '@trivium/scanner';
import { reviewInput } from '@trivium/scanner/fixtures';
import { afterEach, describe, expect, it } from 'vitest';
import { required } from '../../../kit/required.ts';
import { agentOptions } from './agent-options.ts';

let server: Server | undefined;
afterEach(() => server?.close());

type Answer = (path: string, body: string) => { status?: number; json: unknown };

/** A server with the API of OSV on loopback that records its requests. */
async function database(answer: Answer): Promise<{ url: string; asked: { path: string; body: string }[] }> {
  const asked: { path: string; body: string }[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ path: required(request.url, 'request.url'), body });
    const { status = 200, json } = answer(required(request.url, 'request.url'), body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof json === 'string' ? json : JSON.stringify(json));
  });
  await new Promise<void>((done) => required(server, 'server').listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const record = {
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2026-01-02T03:04:05Z',
  summary: 'Takes commands from strangers',
  database_specific: { severity: 'HIGH', cwe_ids: ['CWE-78'] },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'one' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
    },
  ],
};
const manifest = (version = '1.0.0') => ({
  'package.json': JSON.stringify({ dependencies: { one: version, two: '3.0.0' } }),
});
const options = (url: string, allowLoopback = true) =>
  agentOptions({
    advisoryDbPath: undefined,
    osv: { url, allowLoopback, allowedNetworks: [] },
  });

async function runSupplyChain({
  index,
  entries,
  dependencies,
  options,
}: Awaited<ReturnType<typeof reviewInput>>) {
  const { runAgent } = await loadAgents();
  return runAgent('security.supply-chain', index, entries, { dependencies, options });
}

describe('an online database', () => {
  it('is asked about names and versions, and its advisories become findings with a fix', async () => {
    const { url, asked } = await database((path, body) =>
      path === '/v1/querybatch'
        ? {
            json: {
              results: JSON.parse(body).queries.map((query: { package: { name: string } }) =>
                query.package.name === 'one' ? { vulns: [{ id: record.id }] } : {},
              ),
            },
          }
        : { json: record },
    );
    const input = await reviewInput(manifest(), options(url));
    expect(asked.map(({ path }) => path)).toEqual(['/v1/querybatch', `/v1/vulns/${record.id}`]);
    expect(JSON.parse(required(asked[0], 'asked[0]').body).queries).toEqual([
      { package: { ecosystem: 'npm', name: 'one' }, version: '1.0.0' },
      { package: { ecosystem: 'npm', name: 'two' }, version: '3.0.0' },
    ]);
    expect(input.dependencies.advisoryDb).toMatchObject({
      source: 'online',
      advisories: 1,
      unknownPackages: 0,
      problem: null,
    });
    const { findings } = await runSupplyChain(input);
    expect(findings.find((one) => one.package)).toMatchObject({
      severity: 'high',
      cwe: ['CWE-78'],
      package: { name: 'one', fixedVersion: '1.2.0', advisories: [record.id] },
    });
  });

  it('is read page by page, and an unreadable advisory is reported', async () => {
    const { url } = await database((path, body) => {
      if (path === '/v1/vulns/CVE-2') return { json: record };
      if (path !== '/v1/querybatch') return { status: 500, json: 'no' };
      const { queries } = JSON.parse(body) as {
        queries: { page_token?: string; package: { name: string } }[];
      };
      return {
        json: {
          results: queries.map((query) =>
            query.package.name !== 'one'
              ? {}
              : query.page_token === 'p2'
                ? { vulns: [{ id: 'CVE-2' }] }
                : { vulns: [{ id: 'CVE-1' }], next_page_token: 'p2' },
          ),
        },
      };
    });
    const input = await reviewInput(manifest(), options(url));
    expect(input.dependencies.advisoryDb).toMatchObject({ source: 'online', advisories: 2 });
    expect(input.dependencies.advisoryDb.problem).toContain('unexpected_status');
    const { findings } = await runSupplyChain(input);
    expect(findings.find((one) => one.package)?.package?.advisories).toEqual(['CVE-1', 'CVE-2']);
  });

  it.each([
    ['an error', { status: 503, json: 'busy' }],
    ['no JSON', { json: '<html>' }],
    ['another form', { json: { results: 'none' } }],
  ])('that answers with %s leaves everything unknown, and the report says so', async (_what, answer) => {
    const { url } = await database(() => answer);
    const { dependencies } = await reviewInput(manifest(), options(url));
    expect(dependencies.advisoryDb).toMatchObject({ source: 'seed', unknownPackages: 2 });
    expect(dependencies.advisoryDb.problem).not.toBeNull();
  });

  it('is never called at an address that the service may not reach', async () => {
    const { url, asked } = await database(() => ({ json: {} }));
    const { dependencies } = await reviewInput(manifest(), options(url.replace('http:', 'https:'), false));
    expect(asked).toEqual([]);
    expect(dependencies.advisoryDb.problem).toContain('address_not_allowed');
  });
});
