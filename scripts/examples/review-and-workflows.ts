import { zipSampleApplication } from '../tour/sample-application.ts';
import type { ExampleRecorder } from './example-recorder.ts';

const report = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'house-rules' } },
      results: [
        {
          ruleId: 'no-raw-sql',
          level: 'error',
          message: { text: 'The text of a query is put together from a parameter.' },
          locations: [
            { physicalLocation: { artifactLocation: { uri: 'src/orders.js' }, region: { startLine: 4 } } },
          ],
        },
      ],
    },
  ],
};

async function upload(r: ExampleRecorder, ask: 'ask' | 'record', name: string): Promise<string> {
  const file = { name: `${name}.zip`, type: 'application/zip', bytes: await zipSampleApplication() };
  const { id } = await r[ask]('uploadApplication', { query: { name }, file });
  await r.until('getApplication', { params: { id } }, ({ status }) => status === 'analyzed');
  return id;
}

const rules = `rules:
  - id: no-legacy-client
    languages: [js]
    message: The old way to call billing.
    severity: ERROR
    pattern: $CLIENT.legacyCall(...)
`;

export async function recordReview(r: ExampleRecorder): Promise<void> {
  const id = await upload(r, 'record', 'orders');
  const params = { id };
  await r.record('getApplication', { params });
  await r.record('listApplications', { query: { status: 'analyzed', limit: 2 } });
  await r.record('listAnalysisGaps', { params });
  const { review_id: reviewId } = await r.record('requestReview', {
    params,
    body: { categories: ['security', 'performance'], generate_patches: true },
  });
  const ofReview = { params: { id: reviewId } };
  await r.until('getReview', ofReview, ({ status }) => /^(completed|failed)/.test(status));
  await r.record('getReview', ofReview);
  await r.record('listReviews', { params });
  const { findings } = await r.record('getReviewResults', { ...ofReview, query: { severity: 'critical' } });
  await r.record('exportFindings', { ...ofReview, query: { most: 1 } });
  await r.record('listDroppedFindings', ofReview);
  for (const kind of ['Cloud', 'Library', 'Mesh']) await r.record(`get${kind}Readiness`, { params });
  await recordComponents(r, id);
  await recordFinding(r, findings[0].fingerprint);
  const suppression = await r.record('suppressFinding', {
    body: { fingerprint: findings[0].fingerprint, reason: 'The route is behind the VPN until May' },
  });
  await r.record('listFindingSuppressions', { query: { limit: 2 } });
  await r.record('deleteFindingSuppression', { params: { id: suppression.id } });
  await r.record('previewReviewRules', { body: { rules } });
  await r.record('setReviewRules', { body: { rules, replaces: null } });
  await r.record('listReviewRules', { query: { q: 'cookie', limit: 1 } });
  await r.record('getReviewRules');
  await r.record('getBillOfMaterials', { params });
  await r.record('importSarif', {
    params,
    file: {
      name: 'report.sarif',
      type: 'application/sarif+json',
      bytes: Buffer.from(JSON.stringify(report)),
      shown: report,
    },
  });
  await r.record('approveApplication', {
    params,
    body: { reason: 'Reviewed with the team', review_id: reviewId },
  });
  const other = await upload(r, 'ask', 'billing');
  await r.record('rejectApplication', {
    params: { id: other },
    body: { reason: 'The report route runs what a request says' },
  });
  await r.record('archiveApplication', { params: { id: other }, body: { reason: 'Replaced by billing 2' } });
  await r.record('queryReviewEvents', { query: { type: 'application.*', limit: 2 } });
}

async function recordFinding(r: ExampleRecorder, fingerprint: string): Promise<void> {
  const params = { fingerprint };
  await r.record('acknowledgeFinding', { params, body: { note: 'Goes with the new query builder' } });
  const comment = await r.record('createFindingComment', {
    params,
    body: { text: 'The report route is the only caller.' },
  });
  await r.record('listFindingComments', { params });
  await r.record('deleteFindingComment', { params: { fingerprint, commentId: comment.comment_id } });
  await r.record('unacknowledgeFinding', { params });
}

async function recordComponents(r: ExampleRecorder, id: string): Promise<void> {
  const { components } = await r.record('listComponents', { params: { id } });
  const params = { id: components[0].id };
  await r.record('promoteComponent', {
    params,
    body: { version: '1.1.0', maturity_level: 'experimental', reason: 'Used by two services' },
  });
  await r.record('getComponent', { params });
  await r.record('deprecateComponent', { params, body: { reason: 'The shop has its own' } });
}

export async function subscribeToReviews(r: ExampleRecorder, receiver: string): Promise<void> {
  await r.record('subscribeToReviewEvents', {
    body: {
      name: 'Release gate',
      url: `${receiver}/reviews`,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      events: ['review.completed', 'application.approved'],
    },
  });
}

export async function recordWorkflows(r: ExampleRecorder): Promise<void> {
  await r.record('listWorkflowActions');
  const workflow = await r.record('createWorkflow', {
    body: {
      name: 'Thank for large orders',
      trigger: { type: 'order.paid', condition: { 'data.amount': { $gte: 100 } } },
      actions: [
        {
          id: 'thanks',
          action: 'events.publish',
          input: { type: 'customer.thanked', data: { customer: '{{ event.data.customer.id }}' } },
        },
      ],
    },
  });
  const workflowId = workflow.workflow_id;
  const params = { workflowId };
  const order = { type: 'order.paid', source: 'shop', data: { amount: 480, customer: { id: 'c_1042' } } };
  const { eventId } = await r.ask('publishEvent', { body: order });
  const ended = ({ runs }: { runs: { status: string }[] }) =>
    /^(succeeded|completed|failed)$/.test(runs[0]?.status ?? '');
  const { runs } = await r.until('listWorkflowRuns', { params }, ended);
  await r.record('previewWorkflow', {
    body: {
      event_id: eventId,
      trigger: { type: 'order.paid' },
      actions: [{ action: 'events.publish', input: { type: 'order.seen', data: {} } }],
    },
  });
  await r.record('listWorkflowRuns', { params, query: { limit: 2 } });
  await r.record('getWorkflowRun', { params: { workflowId, runId: runs[0].run_id } });
  await r.record('updateWorkflow', {
    params,
    body: { actions: [{ id: 'thanks', action: 'events.publish', input: { type: 'no dots', data: {} } }] },
  });
  await r.ask('publishEvent', { body: order });
  const failed = await r.until(
    'listWorkflowRuns',
    { params, query: { status: 'failed' } },
    ({ total }) => total > 0,
  );
  const runId = failed.runs[0].run_id;
  await r.record('retryWorkflowRun', { params: { workflowId, runId } });
  await r.until('getWorkflowRun', { params: { workflowId, runId } }, ({ status }) => status === 'failed');
  await r.record('retryFailedWorkflowRuns', { params, body: { revision: 'own' } });
  await r.record('acknowledgeWorkflow', { params, body: { note: 'The shop sends no customer yet' } });
  await r.record('unacknowledgeWorkflow', { params });
  await r.record('disableWorkflow', { params });
  await r.record('enableWorkflow', { params });
  await r.record('getWorkflow', { params });
  await r.record('listWorkflows', { query: { limit: 2 } });
  await r.record('deleteWorkflow', { params });
}
