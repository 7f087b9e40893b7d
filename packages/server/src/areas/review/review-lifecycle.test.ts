import { describe, expect, test } from 'vitest';
import { requestReviewAction } from './reviews/review-action.ts';
import { useReview } from './testing/use-review.ts';

// Hanging work is stopped after these times; other work must be done in them, even on a very busy machine.
const t = useReview({ agentTimeoutMs: 8_000, analysisTimeoutMs: 12_000 });

const high = { severity: 'high', line: 3 } as const;

describe('an application', () => {
  test('is uploaded, analysed, scored, reviewed by 23 agents and passed by the gate, with one correlation id', async () => {
    const application = await t.analyze();
    expect(application).toMatchObject({
      status: 'analyzed',
      correlation_id: application.id,
      readiness: { overall: 80 },
      vulnerabilities: { total: 0 },
    });
    const review = await t.review(application.id, { categories: 'all' });
    expect(review).toMatchObject({
      status: 'completed',
      driver: 'rules',
      llm: null,
      progress: { total: 23, completed: 23, failed: 0, remaining: 0, running: 0, percent: 100 },
    });
    expect(Object.keys(review.categories)).toHaveLength(7);
    const types = await t.eventTypes();
    expect(types.slice(0, 5)).toEqual([
      'code.upload.complete',
      'analysis.started',
      'code.analysis.complete',
      'readiness.scored',
      'review.started',
    ]);
    expect(types.slice(5, -2)).toEqual(Array(23).fill('review.agent.complete'));
    expect(types.slice(-2)).toEqual(['review.multi-agent.complete', 'application.approved']);
    const { body } = await t.call('GET', `/events?application_id=${application.id}&limit=100`);
    expect(body.total).toBe(types.length);
    expect(
      new Set(
        body.events.map(({ metadata: { actor: _, ...rest } }: { metadata: Record<string, unknown> }) =>
          JSON.stringify(rest),
        ),
      ).size,
    ).toBe(1);
  });

  test('whose analysis hangs, crashes, throws or uses too much memory fails with the reason, and so do its reviews', async () => {
    const outcomes = [];
    for (const does of ['hang', 'exit', 'throw', 'eat_memory'] as const) {
      const { id } = await t.uploadScript({ analyze: { does, delayMs: 150 } });
      const ticket = await t.call('POST', `/applications/${id}/review`, { categories: ['security'] });
      expect(ticket.body).toMatchObject({ status: 'queued', agents_total: 5 });
      const application = await t.until(`/applications/${id}`, ['analysis_failed']);
      const review = await t.until(`/reviews/${ticket.body.review_id}`, ['failed']);
      expect(review.progress).toMatchObject({ total: 5, completed: 0, failed: 5, remaining: 0 });
      outcomes.push(application.error.code);
      expect((await t.call('GET', `/applications/${id}/readiness/cloud`)).body.error.code).toBe(
        'analysis_failed',
      );
    }
    expect(outcomes).toEqual([
      'analysis_timeout',
      'analysis_crashed',
      'analysis_failed',
      'analysis_out_of_memory',
    ]);
  });

  test('that is archived during its analysis ends its waiting reviews, with the reason', async () => {
    const { id } = await t.uploadScript({ analyze: { delayMs: 300 } });
    const { body: ticket } = await t.call('POST', `/applications/${id}/review`, { categories: ['testing'] });
    expect((await t.call('POST', `/applications/${id}/archive`, {})).status).toBe(200);
    const { body: review } = await t.call('GET', `/reviews/${ticket.review_id}`);
    expect(review).toMatchObject({ status: 'failed', error: { code: 'invalid_state' } });
    expect(review.progress).toMatchObject({ total: 3, completed: 0, failed: 3, remaining: 0 });
  });

  test('accepts a review during its analysis, which starts afterwards', async () => {
    const { id } = await t.uploadScript({ analyze: { delayMs: 300 } });
    const ticket = await t.call('POST', `/applications/${id}/review`, { categories: ['testing'] });
    expect(ticket.body).toMatchObject({ status: 'queued', agents_total: 3 });
    const review = await t.until(`/reviews/${ticket.body.review_id}`, ['completed']);
    expect(review.progress).toMatchObject({ total: 3, completed: 3 });
    // The two judging agents were not requested, so there are no events about them.
    expect((await t.eventData('review.agent.complete')).map(({ category }) => category)).toEqual(
      Array(3).fill('testing'),
    );
  });
});

describe('a review', () => {
  test('that a workflow requests is made once, and its events have the same correlation and the next depth', async () => {
    const { id } = await t.analyze();
    const action = requestReviewAction(t.node.service);
    const call = {
      orgId: t.org,
      runId: t.org,
      environment: 'production',
      keyId: t.org,
      input: { application_id: id, categories: ['documentation'] },
      correlationId: 'order-7',
      idempotencyKey: 'run_018f.1',
      depth: 3,
    };
    const first = await action.run(call);
    expect(await action.run(call)).toMatchObject({ review_id: first.review_id });
    await t.until(`/reviews/${first.review_id}`, ['completed']);
    expect((await t.call('GET', `/applications/${id}/reviews`)).body.total).toBe(1);
    const { body } = await t.call('GET', '/events?correlation_id=order-7&type=review.*');
    expect(body.total).toBe(4);
    for (const { metadata } of body.events)
      expect(metadata).toEqual({ correlationId: 'order-7', workflowDepth: 3 });
  });

  test('with the correlation of another application is only listed with events of its own application', async () => {
    const [cause, reviewed] = [await t.analyze(), await t.analyze()];
    const { review_id: reviewId } = await requestReviewAction(t.node.service).run({
      orgId: t.org,
      runId: t.org,
      environment: 'production',
      keyId: t.org,
      input: { application_id: reviewed.id, categories: ['documentation'] },
      correlationId: cause.correlation_id,
      idempotencyKey: 'run_018f.2',
      depth: 1,
    });
    await t.until(`/reviews/${reviewId}`, ['completed']);
    const total = async (query: string) => (await t.call('GET', `/events?${query}`)).body.total;
    expect(await total(`application_id=${cause.id}`)).toBe(4);
    expect(await total(`application_id=${reviewed.id}`)).toBe(8);
    expect(await total(`application_id=${reviewed.id}&correlation_id=${cause.id}`)).toBe(4);
    // A name from the other catalogue finds the same fact.
    expect(await total(`application_id=${reviewed.id}&type=review.completed`)).toBe(1);
    expect(await total(`application_id=${reviewed.id}&to=2020-01-01T00:00:00.000Z`)).toBe(0);
    const page = await t.call('GET', `/events?application_id=${reviewed.id}&limit=1&offset=7`);
    expect(page.body).toMatchObject({
      events: [{ type: 'code.upload.complete' }],
      total: 8,
      has_more: false,
    });
    t.org = await t.addOrganization();
    expect((await t.call('GET', `/events?application_id=${reviewed.id}`)).status).toBe(404);
  });

  test('whose agents hang, crash or throw ends with errors, names them, and keeps the findings of the others', async () => {
    const { id } = await t.analyze({
      agents: {
        'security.injection': { does: 'hang' },
        'security.secrets': { does: 'exit' },
        'security.access-control': { does: 'throw' },
        'security.crypto-transport': { skipped: true },
        'security.supply-chain': { findings: [high] },
      },
    });
    const review = await t.review(id, { categories: ['security'] });
    expect(review.status).toBe('completed_with_errors');
    expect(review.progress).toMatchObject({ total: 5, completed: 2, failed: 3, remaining: 0 });
    const codes = review.agents.map(
      ({ error, status }: { error: { code: string } | null; status: string }) => error?.code ?? status,
    );
    expect(codes).toEqual(['agent_timeout', 'agent_crashed', 'agent_failed', 'skipped', 'completed']);
    const { body } = await t.call('GET', `/reviews/${review.review_id}/results`);
    expect(body).toMatchObject({ complete: false, summary: { high: 1, total: 1 } });
    const { body: application } = await t.call('GET', `/applications/${id}`);
    // Not approved, because nobody may approve what was not checked.
    expect(application.status).toBe('analyzed');
  });

  test('fails if every agent fails', async () => {
    const { id } = await t.analyze({ agents: { '*': { does: 'throw' } } });
    const review = await t.review(id, { categories: ['security', 'quality'] });
    expect(review).toMatchObject({
      status: 'failed',
      progress: { total: 9, completed: 0, failed: 9, remaining: 0 },
    });
  });

  test('that exceeds its time limit answers 504, and its findings so far on request', async () => {
    const { id } = await t.analyze({
      agents: {
        'security.secrets': { findings: [high] },
        'security.injection': { delayMs: 60_000 },
        '*': { delayMs: 700 },
      },
    });
    const review = await t.review(id, {
      categories: ['security', 'testing', 'quality'],
      time_limit_seconds: 4,
    });
    expect(review).toMatchObject({ status: 'timed_out', error: { code: 'review_timeout' } });
    const { total, completed, failed, remaining } = review.progress;
    expect(completed + failed + remaining).toBe(total);
    expect(failed).toBeGreaterThan(0);
    const path = `/reviews/${review.review_id}/results`;
    const refused = await t.call('GET', path);
    expect(refused).toMatchObject({ status: 504, body: { error: { code: 'review_timeout' } } });
    const { status, body } = await t.call('GET', `${path}?partial=true`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ complete: false, status: 'timed_out', summary: { total: 1 } });
    const events = await t.eventData('review.agent.complete');
    expect(events).toHaveLength(12);
    expect((await t.eventData('review.multi-agent.complete')).map(({ status }) => status)).toEqual([
      'timed_out',
    ]);
  });

  test('has consistent counts at every moment', async () => {
    const { id } = await t.analyze({ agents: { '*': { delayMs: 30 } } });
    const { body: ticket } = await t.call('POST', `/applications/${id}/review`, { categories: 'all' });
    for (;;) {
      const { body } = await t.call('GET', `/reviews/${ticket.review_id}`);
      const { total, completed, failed, remaining, running } = body.progress;
      expect(completed + failed + remaining).toBe(total);
      expect(running).toBeLessThanOrEqual(remaining);
      if (body.completed_at !== null) break;
    }
  });

  test('with unknown categories, or of an application that cannot be reviewed, is refused', async () => {
    const { id } = await t.analyze();
    const codeOf = async (path: string, body: object) => (await t.call('POST', path, body)).body.error.code;
    expect(await codeOf(`/applications/${id}/review`, { categories: ['beauty'] })).toBe('invalid_category');
    expect(await codeOf(`/applications/${id}/review`, { categories: [] })).toBe('invalid_category');
    const mixed = { categories: ['all', 'beauty'] };
    expect(await codeOf(`/applications/${id}/review`, mixed)).toBe('invalid_category');
    expect(await codeOf(`/applications/${id}/review`, { baseline_review_id: 'rev_0' })).toBe(
      'invalid_request',
    );
    await t.call('POST', `/applications/${id}/archive`, { reason: 'Old.' });
    expect(await codeOf(`/applications/${id}/review`, {})).toBe('invalid_state');
    expect(await codeOf(`/applications/${id}/approve`, {})).toBe('invalid_state');
  });
});
