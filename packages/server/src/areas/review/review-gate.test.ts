import { describe, expect, test } from 'vitest';
import type { Script } from './testing/scripted-worker.ts';
import { scriptZip, useReview } from './testing/use-review.ts';

const t = useReview();

type Given = NonNullable<NonNullable<Script['agents']>[string]['findings']>;

const known = { fingerprint: 'known', severity: 'high', line: 4 } as const;
const graver = { fingerprint: 'graver', severity: 'medium', line: 6 } as const;
const moved = { fingerprint: 'moved', severity: 'high', line: 8, snippet: 'eval(text)' } as const;
const fixed = { fingerprint: 'fixed', severity: 'critical', line: 9, snippet: 'exec(text)' } as const;

async function reviewed(findings: Given, body: object = {}) {
  const application = await t.analyze({ agents: { 'security.injection': { findings } } });
  return t.review(application.id, { categories: ['security'], ...body });
}

const conditionsOf = ({ gate }: { gate: { conditions: { condition: string; passed: boolean }[] } }) =>
  gate.conditions.map(({ condition, passed }) => `${condition} ${passed ? 'passed' : 'failed'}`);

describe('a change', () => {
  test('must pass its gate: known and moved findings do not count, new and worse ones do, and the event says so', async () => {
    const base = await reviewed([known, graver, moved, fixed]);
    expect(base).toMatchObject({ gate: null, fixed_findings: null });
    const change = [
      { ...known, line: 40 },
      { ...graver, severity: 'high' as const },
      { ...moved, fingerprint: 'moved elsewhere', line: 80 },
      { fingerprint: 'new', severity: 'low' as const, line: 1, snippet: 'md5(text)' },
    ];
    const review = await reviewed(change, {
      baseline_review_id: base.review_id,
      gate: { max_new: { high: 0, low: 2 }, readiness_not_lower: true },
    });
    expect(review).toMatchObject({
      fixed_findings: 1,
      gate: { status: 'failed', max_new: { high: 0, low: 2 }, readiness_not_lower: true },
    });
    expect(conditionsOf(review)).toEqual([
      'complete passed',
      'new_high failed',
      'new_low passed',
      'readiness_cloud passed',
      'readiness_library passed',
      'readiness_mesh passed',
    ]);
    const { body } = await t.call('GET', `/reviews/${review.review_id}/results?status=new`);
    expect(body.findings.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).toEqual([
      'graver',
      'new',
    ]);
    expect(body.dropped.baseline).toBe(2);
    const events = await t.eventData('review.multi-agent.complete');
    expect(events[0]).not.toHaveProperty('gate');
    expect(events[1].gate).toEqual({
      status: 'failed',
      baseline_review_id: base.review_id,
      conditions: review.gate.conditions,
    });
  });

  test('passes with allowed findings, and is pending until then', async () => {
    const application = await t.analyze({
      agents: { 'security.injection': { findings: [known], delayMs: 1_500 } },
    });
    const asked = await t.call('POST', `/applications/${application.id}/review`, {
      categories: ['security'],
      gate: { max_new: { critical: 0, high: 1 } },
    });
    const path = `/reviews/${asked.body.review_id}`;
    expect((await t.call('GET', path)).body.gate).toMatchObject({ status: 'pending', conditions: [] });
    const review = await t.until(path, ['completed']);
    expect(review.gate.status).toBe('passed');
  });

  test('that was not completely reviewed does not pass, whatever was found', async () => {
    const application = await t.analyze({ agents: { 'security.secrets': { does: 'throw' } } });
    const review = await t.review(application.id, { categories: ['security'], gate: {} });
    expect(review).toMatchObject({ status: 'completed_with_errors', gate: { status: 'failed' } });
    expect(conditionsOf(review)).toEqual(['complete failed']);
    const broken = await t.uploadScript({ analyze: { does: 'throw', delayMs: 1_500 } });
    const never = await t.review(broken.id, { gate: {} });
    expect(never).toMatchObject({ status: 'failed', gate: { status: 'failed' } });
  });

  test('is compared with the last complete review of its name with the same categories', async () => {
    const first = await reviewed([known], { baseline_review_id: 'latest' });
    expect(first.baseline_review_id).toBeNull();
    await reviewed([known, fixed], { min_severity: 'critical' });
    const narrow = await reviewed([], { categories: ['testing'] });
    const second = await reviewed([known], { baseline_review_id: 'latest', gate: { max_new: { low: 0 } } });
    expect(second).toMatchObject({ baseline_review_id: first.review_id, gate: { status: 'passed' } });
    const third = await reviewed([], { categories: ['testing'], baseline_review_id: 'latest' });
    expect(third.baseline_review_id).toBe(narrow.review_id);
  });

  test('is refused with a baseline that cannot be compared, or a gate that would pass for the wrong reason', async () => {
    const narrow = await reviewed([known], { categories: ['testing'] });
    const cut = await reviewed([known], { min_severity: 'critical' });
    const gate = { max_new: { high: 0 } };
    for (const [body, field, says] of [
      [{ gate, baseline_review_id: narrow.review_id }, 'baseline_review_id', 'did not look at `security`'],
      [{ gate, baseline_review_id: cut.review_id }, 'baseline_review_id', '`min_severity`'],
      [{ gate: { max_new: { medium: 0 } }, min_severity: 'high' }, 'gate', '`gate.max_new.medium`'],
      [{ gate: { max_new: { grave: 0 } } }, 'gate', ''],
      [{ gate: { max_new: { high: -1 } } }, 'gate', ''],
      [{ gate: 'high=0' }, 'gate', ''],
      [{ baseline_review_id: 'last' }, 'baseline_review_id', '`latest`'],
    ] as const) {
      const asked = { categories: ['security'], ...body };
      const refused = await t.call('POST', `/applications/${cut.application_id}/review`, asked);
      expect(refused, JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
      expect(refused.body.error.field).toMatch(new RegExp(`^${field}`));
      expect(refused.body.error.message).toContain(says);
    }
  });
});

test('uploads are found by their name and revision', async () => {
  const { body: made } = await t.upload(scriptZip({}), '?name=shop&revision=abc123');
  expect(made).toMatchObject({ name: 'shop', revision: 'abc123' });
  await t.upload(scriptZip({}), '?name=shop&revision=def456');
  await t.upload(scriptZip({}), '?name=other');
  const idsOf = async (query: string) =>
    (await t.call('GET', `/applications${query}`)).body.applications.map(({ id }: { id: string }) => id);
  expect(await idsOf('?name=shop')).toHaveLength(2);
  expect(await idsOf('?name=shop&revision=abc123')).toEqual([made.id]);
  expect(await idsOf('?name=sho')).toEqual([]);
});
