import { buildZip } from '@trivium/scanner/fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelStub, startModelStub } from '../../engine/models/testing/model-stub.ts';
import { useReview } from './testing/use-review.ts';

const quote = 'await charge(request.body.from, amount);';
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

let stub: ModelStub;
const llm = {
  provider: 'local',
  model: 'stub',
  baseUrl: '',
  apiKey: 'k',
  maxTokens: 50_000,
  timeoutMs: 10_000,
  price: undefined,
};

beforeAll(async () => {
  stub = await startModelStub((request) => {
    const isVerdict = JSON.stringify(request.messages).includes('Somebody claims');
    const invented = { ...claim, quote: 'grantEverything(everybody);', title: 'Invented' };
    return {
      object: isVerdict ? { holds: true, evidence: quote, confidence: 0.7 } : { findings: [claim, invented] },
    };
  });
  llm.baseUrl = stub.url;
});
afterAll(() => stub?.stop());

const t = useReview({ workerEntry: undefined, agentTimeoutMs: 60_000, analysisTimeoutMs: 60_000, llm });

test('a review that asks a model says so, finds lines by quotes, drops what quotes nothing, and counts the use', async () => {
  const entries = [
    {
      name: 'src/pay.js',
      data: `const { charge } = require('./bank');\n\nasync function transferMoney(request) {\n  const amount = Number(request.body.amount);\n  ${quote}\n  return { done: true };\n}\n\nmodule.exports = { transferMoney };\n`,
    },
  ];
  const { body: made } = await t.upload(buildZip({ entries }));
  await t.until(`/applications/${made.id}`, ['analyzed']);
  const review = await t.review(made.id, { categories: ['security'] });
  expect(review).toMatchObject({
    status: 'completed',
    driver: 'mixed',
    llm: { provider: 'local', model: 'stub' },
  });
  expect(review.llm.requests).toBe(stub.requests.length);
  expect(review.llm.requests).toBeGreaterThan(1);
  const { body } = await t.call('GET', `/reviews/${review.review_id}/results`);
  const found = body.findings.find(({ title }: { title: string }) => title === claim.title);
  expect(found).toMatchObject({ file: 'src/pay.js', line: 5, severity: 'high' });
  expect(JSON.stringify(body.findings)).not.toContain('Invented');
  expect(body.dropped.unanchored).toBeGreaterThan(0);
  const { body: dropped } = await t.call('GET', `/reviews/${review.review_id}/dropped`);
  expect(dropped.total).toBeGreaterThanOrEqual(body.dropped.unanchored);
});
