import { afterEach, expect, test, vi } from 'vitest';
import { scriptZip, useReview } from './testing/use-review.ts';

const t = useReview({ beginsAhead: true });

afterEach(() => void vi.restoreAllMocks());

const analyses = (run: { mock: { calls: unknown[][] } }) =>
  run.mock.calls.filter(([name]) => name === 'analyze').length;

test('the job uses the analysis that started with the upload', async () => {
  const run = vi.spyOn(t.node.service.workers, 'run');
  const { id, status } = await t.uploadScript({ analyze: { delayMs: 50 } });
  expect(status).toBe('analyzing');
  expect(await t.until(`/applications/${id}`, ['analyzed'])).toMatchObject({
    metrics: { files_analyzed: 3 },
  });
  expect(analyses(run)).toBe(1);
  expect(await t.eventTypes()).toEqual([
    'code.upload.complete',
    'analysis.started',
    'code.analysis.complete',
    'readiness.scored',
  ]);
});

test('if it fails before the upload is recorded, its error is the result of the application', async () => {
  const { id } = await t.uploadScript({ analyze: { does: 'throw' } });
  const { error } = await t.until(`/applications/${id}`, ['analysis_failed']);
  expect(error.code).toBe('analysis_failed');
});

test('a refused upload leaves no analysis behind', async () => {
  const damaged = [{ name: 'a.txt', data: 'damaged', crc: 7 }];
  const { status, body } = await t.upload(scriptZip({ analyze: { does: 'hang' } }, damaged));
  expect([status, body.error.code]).toEqual([400, 'invalid_zip']);
  await vi.waitFor(() => expect(t.node.service.workers.hasFree).toBe(true));
  const run = vi.spyOn(t.node.service.workers, 'run');
  expect(await t.analyze()).toMatchObject({ status: 'analyzed' });
  expect(analyses(run)).toBe(1);
});
