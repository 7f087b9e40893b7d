import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildZip, type TestEntry } from '@trivium/scanner/fixtures';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { acknowledgementsOfNobody } from '../../../engine/acknowledgements/testing/acknowledgements-fixture.ts';
import { createLog } from '../../../engine/spine/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../kit/embedded-postgres/test-database.ts';
import { buildHttpServer } from '../../../kit/http/index.ts';
import { keepsNoAnswers, noLimits } from '../../../kit/http/testing/open-ports.ts';
import { newUuid } from '../../../kit/ids.ts';
import { applicationReviewRoutes } from '../index.ts';
import { type ReviewNode, type ReviewNodeOptions, startReviewNode } from './review-node.ts';
import type { Script } from './scripted-worker.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  body: any;
  text: string;
  headers: Record<string, unknown>;
}

/** A subscription as requested from the port. */
export interface SubscriptionRequest {
  orgId: string;
  platform: unknown;
  patterns: unknown;
}

const base = '/v1/review';

/** The area behind the real HTTP server, for the tests of a file; each test has its own organization. */
export function useReview(options: Partial<ReviewNodeOptions> = {}) {
  let database: TestDatabase;
  let node: ReviewNode;
  let folder: string;
  let app: ReturnType<typeof buildHttpServer>;
  let org: string;
  const asked: SubscriptionRequest[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'trivium-review-'));
    node = await startReviewNode({
      workerEntry: new URL('./scripted-worker.ts', import.meta.url),
      ...options,
      connection: database.connection,
      folder,
    });
    app = buildServer(node, asked);
  });
  afterAll(async () => {
    await app?.close();
    await node?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    org = await addOrganization();
  });

  async function addOrganization(): Promise<string> {
    const orgId = newUuid();
    await node.db.transaction().execute((tx) => createLog(tx, orgId));
    return orgId;
  }

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: Buffer | string,
    headers = {},
  ) {
    const response = await app.inject({
      method,
      url: `${base}${path}`,
      headers: { authorization: `Bearer ${org}`, ...headers },
      ...(payload !== undefined && { payload }),
    });
    const text = response.body;
    const isJson = /\bjson\b/.test(String(response.headers['content-type']));
    const answer: Answer = {
      status: response.statusCode,
      body: isJson ? JSON.parse(text) : undefined,
      text,
      headers: response.headers,
    };
    return answer;
  }

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    body === undefined
      ? send(method, path, undefined, headers)
      : send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

  const upload = (zip: Buffer, query = '', headers = {}) =>
    send('POST', `/applications${query}`, zip, { 'content-type': 'application/zip', ...headers });

  /** Waits until a record reaches one of these states. */
  const until = (path: string, states: string[]) =>
    vi.waitFor(
      async () => {
        const { body } = await call('GET', path);
        expect(states).toContain(body.status);
        return body;
      },
      { timeout: 60_000, interval: 30 },
    );

  return {
    get node() {
      return node;
    },
    get database() {
      return database;
    },
    get folder() {
      return folder;
    },
    get org() {
      return org;
    },
    set org(other: string) {
      org = other;
    },
    asked,
    addOrganization,
    call,
    send,
    upload,
    until,
    /** Uploads an archive that follows the script; returns the record. */
    async uploadScript(script: Script = {}, entries: TestEntry[] = []) {
      const { status, body } = await upload(scriptZip(script, entries));
      expect(status).toBe(202);
      return body;
    },
    async analyze(script: Script = {}, entries: TestEntry[] = []) {
      const { id } = await this.uploadScript(script, entries);
      return until(`/applications/${id}`, ['analyzed', 'analysis_failed']);
    },
    /** Requests a review and waits for its end. */
    async review(applicationId: string, body: object = {}) {
      const ticket = await call('POST', `/applications/${applicationId}/review`, body);
      expect(ticket.status).toBe(202);
      return until(`/reviews/${ticket.body.review_id}`, [
        'completed',
        'completed_with_errors',
        'failed',
        'timed_out',
      ]);
    },
    /** Types of an organization's events, oldest first. */
    async eventTypes(): Promise<string[]> {
      const { rows } = await node.pool.query<{ type: string }>(
        'select type from events where org_id = $1 order by position',
        [org],
      );
      return rows.map(({ type }) => type);
    },
    /** Payloads of an organization's events of a type, oldest first. */
    async eventData(type: string) {
      const { rows } = await node.pool.query<{ data: string }>(
        'select data from events where org_id = $1 and type = $2 order by position',
        [org, type],
      );
      return rows.map(({ data }) => JSON.parse(data));
    },
  };
}

export function scriptZip(script: Script, entries: TestEntry[] = []): Buffer {
  return buildZip({
    entries: [
      { name: 'script.json', data: JSON.stringify(script) },
      { name: 'src/a.js', data: 'let a = 1;\n' },
      { name: 'src/b.js', data: 'let b = 1;\n' },
      ...entries,
    ],
  });
}

function buildServer(node: ReviewNode, asked: SubscriptionRequest[]) {
  return buildHttpServer({
    routes: applicationReviewRoutes(() => ({
      ...node.service,
      reader: node.reader,
      acknowledgements: acknowledgementsOfNobody(node.service),
      namesOf: async () => new Map(),
      subscriptions: {
        create: async (orgId, id, wanted) => {
          asked.push({ orgId, platform: wanted.platform, patterns: wanted.patterns });
          const now = new Date();
          return { id, status: 'active', createdAt: now, ...wanted } as never;
        },
      },
    })),
    authenticator: {
      authenticate: (token) => ({
        orgId: token,
        keyId: newUuid(),
        environment: 'production',
        scopes: new Set(['review:read', 'review:write']),
      }),
    },
    rateLimiter: noLimits,
    idempotency: keepsNoAnswers,
    log: pino({ level: 'silent' }),
    observer: { requestDone: () => {} },
    checkResponses: true,
  });
}
