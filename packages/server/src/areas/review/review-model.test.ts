import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildZip } from '@trivium/scanner/fixtures';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readModelUse } from '../../engine/models/index.ts';
import {
  type ModelStub,
  type StubAnswer,
  type StubRequest,
  startModelStub,
} from '../../engine/models/testing/model-stub.ts';
import { queryPool } from '../../kit/db/index.ts';
import { useReview } from './testing/use-review.ts';

const quote = 'await charge(request.body.from, amount);';
const token = `ghp_${'x7Kd9Qm2Rt5Vw8Yb1Nc4Fg6Hj3Lp0Sz'}aQ1w2`;
const claim = {
  file: 'src/pay.js',
  quote,
  line: 999,
  title: 'Anybody may charge any account',
  severity: 'high',
  confidence: 0.9,
  cwe: ['CWE-639'],
  description: 'The account that is charged comes from the request and is compared with nobody.',
  recommendation: 'Take the account from the session.',
};
const code = `const { charge } = require('./bank');

async function transferMoney(request) {
  const amount = Number(request.body.amount);
  ${quote}
  return audit('https://bank.example/?key=${token}');
}

module.exports = { transferMoney };
`;
const files = [
  { name: 'src/pay.js', data: code },
  { name: 'config/settings.js', data: `module.exports = { githubToken: '${token}' };\n` },
];

const isVerdict = (request: StubRequest) => JSON.stringify(request.messages).includes('Somebody claims');
const answered = (request: StubRequest): StubAnswer => {
  // Each agent makes a different claim, otherwise all would ask for the same verdict.
  const subject = /for one subject: (.{30})/.exec(request.messages[0]?.content ?? '')?.[1];
  const own = { ...claim, description: `${claim.description} (${subject})` };
  const invented = { ...claim, quote: 'grantEverything(everybody);', title: 'Invented' };
  return {
    object: isVerdict(request)
      ? { holds: true, evidence: quote, confidence: 0.7 }
      : { findings: [own, invented] },
  };
};

let stub: ModelStub;
let answer: (request: StubRequest, count: number) => StubAnswer;
beforeAll(async () => {
  stub = await startModelStub((request, count) => answer(request, count));
});
beforeEach(() => {
  answer = answered;
  stub.seen.length = 0;
  stub.requests.length = 0;
});
afterAll(() => stub?.stop());

const t = useReview({
  workerEntry: undefined,
  agentTimeoutMs: 60_000,
  analysisTimeoutMs: 60_000,
  handlesJobs: false,
});

let worker: ChildProcess | undefined;
afterAll(killWorker);

/** The node that does the work, in a process that can be killed; all tests share it until one kills it. */
async function startWorker(): Promise<void> {
  if (worker !== undefined) return;
  worker = fork(
    join(import.meta.dirname, 'testing/review-process.ts'),
    [t.database.connectionString, t.folder, stub.url],
    { execPath: process.execPath, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await once(worker, 'message');
}

async function killWorker(): Promise<void> {
  const killed = worker;
  worker = undefined;
  if (killed?.kill('SIGKILL')) await once(killed, 'exit');
}

async function upload(): Promise<string> {
  const { body: made } = await t.upload(buildZip({ entries: files }));
  await t.until(`/applications/${made.id}`, ['analyzed']);
  return made.id;
}

test('a review that is killed during a question asks nothing twice, pays nothing twice, and completes', async () => {
  let stands = 0;
  // The second question of each process gets no answer.
  answer = (request, count) => (count === 2 && ++stands > 0 ? { hang: true } : answered(request));
  await startWorker();
  const id = await upload();
  const { body: ticket } = await t.call('POST', `/applications/${id}/review`, { categories: ['security'] });
  while (stands === 0) await new Promise((resolve) => setImmediate(resolve));
  await killWorker();
  await startWorker();
  const review = await t.until(`/reviews/${ticket.review_id}`, ['completed', 'completed_with_errors']);
  expect(review.status).toBe('completed_with_errors');
  const reasons = review.agents.map(({ reason }: { reason: string | null }) => reason);
  expect(reasons.filter((reason: string | null) => reason === 'model_interrupted')).toHaveLength(1);
  // The same question is never sent twice, neither before nor after the kill.
  const bodies = stub.seen.map(({ body }) => body);
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(review.llm.requests).toBe(bodies.length);
  const { days, month } = await readModelUse(queryPool(t.node.pool), {
    orgId: t.org,
    days: 2,
    nowMs: Date.now(),
    maxMonthMicros: undefined,
  });
  expect(days.reduce((all, { requests }) => all + requests, 0)).toBe(bodies.length);
  expect(month.spentMicros).toBe(Math.round(review.llm.cost_usd * 1_000_000));
  expect(days.reduce((all, { costMicros }) => all + costMicros, 0)).toBe(month.spentMicros);
  const { rows } = await t.node.pool.query(
    'select 1 from model_calls where org_id = $1 and answer is not null',
    [t.org],
  );
  expect(rows).toEqual([]);
});

test('a review with a model says so for each finding and agent, and sends no secret of the code', async () => {
  await startWorker();
  const review = await t.review(await upload(), { categories: ['security'] });
  expect(review).toMatchObject({
    status: 'completed',
    driver: 'mixed',
    llm: { provider: 'local', model: 'stub-1', requests: stub.seen.length },
  });
  const asked = review.agents.filter(({ llm }: { llm: object | null }) => llm !== null);
  expect(asked.map(({ id }: { id: string }) => id)).toEqual([
    'security.injection',
    'security.access-control',
    'security.crypto-transport',
  ]);
  const sum = (of: string) => asked.reduce((all: number, { llm }: never) => all + llm[of], 0);
  expect(review.llm).toMatchObject({
    requests: sum('requests'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cost_usd: (stub.seen.length * 600) / 1_000_000,
  });
  const told = (await t.eventData('review.agent.complete')).filter(({ llm }) => llm !== undefined);
  expect(told.map(({ agent_id: id }) => id).sort()).toEqual(asked.map(({ id }: { id: string }) => id).sort());

  const { body } = await t.call('GET', `/reviews/${review.review_id}/results`);
  const found = body.findings.find(({ title }: { title: string }) => title === claim.title);
  expect(found).toMatchObject({
    file: 'src/pay.js',
    line: 5,
    severity: 'high',
    driver: 'llm',
    confidence: 0.7,
  });
  const byRules = body.findings.filter(({ driver }: { driver?: string }) => driver === undefined);
  expect(byRules.map(({ rule_id: id }: { rule_id: string }) => id)).toContain('secrets/github');
  expect(JSON.stringify(body.findings)).not.toContain('Invented');
  expect(body.dropped.unanchored).toBeGreaterThan(0);

  const sent = stub.seen.map(({ body: text }) => text).join('\n');
  expect(sent).toContain('transferMoney');
  expect(sent).toContain('[REDACTED]');
  expect(sent).not.toContain(token);
});

test('a review without budget left continues with rules, and says why', async () => {
  const month = `month ${new Date().toISOString().slice(0, 7)}`;
  // The test uses up the organization's monthly budget first.
  await t.node.pool.query(
    'insert into model_budgets (org_id, name, spent_micros, updated_at) values ($1, $2, $3, now())',
    [t.org, month, Number.MAX_SAFE_INTEGER],
  );
  await startWorker();
  const review = await t.review(await upload(), { categories: ['security'] });
  expect(review).toMatchObject({ status: 'completed_with_errors', driver: 'rules', llm: null });
  expect(review.agents.map(({ reason }: { reason: string | null }) => reason)).toContain(
    'model_organization_budget_spent',
  );
  expect(stub.seen).toHaveLength(0);
  const { body } = await t.call('GET', `/reviews/${review.review_id}/results`);
  expect(body.findings.map(({ rule_id: id }: { rule_id: string }) => id)).toContain('secrets/github');
});
