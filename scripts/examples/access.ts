import { required } from '../../packages/server/src/kit/required.ts';
import type { ExampleRecorder } from './example-recorder.ts';

export async function recordAccess(r: ExampleRecorder): Promise<void> {
  const made = await r.record('createKey', {
    body: { name: 'Warehouse', scopes: ['events:read', 'webhooks:read'], environment: 'production' },
  });
  const params = { id: made.id };
  await r.record('updateKey', { params, body: { allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'] } });
  await r.record('getKey', { params });
  await recordRequests(r);
  await recordViews(r);
  await r.record('rotateKey', { params, body: { overlap_seconds: 3_600 } });
  await r.record('listKeys', { query: { limit: 2 } });
  await r.record('revokeKey', { params });
  await r.record('getOrganization');
  await r.record('getUsage', { query: { name: 'access_api', days: 1 } });
  await r.record('getModelUsage', { query: { days: 30 } });
  const organization = await r.record('createOrganization', { body: { name: 'Analytical Engines' } });
  await r.record('listOrganizations', { query: { limit: 2 } });
  await recordOrganization(r, organization);
  await r.record('startSession');
  await r.record('readSession');
  await r.record('endSession');
}

/** Requests are listed a few seconds after their answers. Their durations depend on this machine. */
async function recordRequests(r: ExampleRecorder): Promise<void> {
  const query = { route: '/v1/keys/:id', method: 'PATCH', limit: 1 };
  await r.until('listRequests', { query }, ({ total }) => total > 0);
  const { requests } = await r.record('listRequests', { query });
  await r.record('getRequest', { params: { id: requests[0].id } });
  const bodyOf = (name: string) => required(r.examples[name], name).response.body as { requests: object[] };
  const shown = [...bodyOf('listRequests').requests, bodyOf('getRequest')];
  for (const one of shown) Object.assign(one, { duration_ms: 6.4 });
}

async function recordViews(r: ExampleRecorder): Promise<void> {
  const filters = { status: 'dead_letter', hours: '24' };
  const body = { list: 'deliveries', name: 'Dead since yesterday', filters, shared: true };
  const { id } = await r.record('saveView', { body });
  await r.record('listViews', { query: { list: 'deliveries', limit: 2 } });
  await r.record('updateView', { params: { id }, body: { name: 'Dead letters of a day' } });
  await r.record('deleteView', { params: { id } });
}

async function recordOrganization(
  r: ExampleRecorder,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const params = { id };
  await r.record('getOperatedOrganization', { params });
  await r.record('suspendOrganization', { params });
  await r.record('resumeOrganization', { params });
  await r.record('setOrganizationQuotas', { params, body: { subscriptions: 20, events_per_day: 100_000 } });
  await r.record('getOrganizationQuotas', { params });
  const { id: exportId } = await r.record('exportOrganization', { params });
  const one = { params: { id, exportId } };
  const isDone = ({ status }: { status: string }) => status === 'completed';
  await r.until('getOrganizationExport', one, isDone);
  await r.record('getOrganizationExport', one);
  await r.record('listOrganizationExports', { params, query: { limit: 1 } });
  await r.record('downloadOrganizationExport', one);
  await r.ask('suspendOrganization', { params });
  await r.record('eraseOrganization', { params, body: { name } });
  await r.until('getOrganizationErasure', { params }, isDone);
  await r.record('getOrganizationErasure', { params });
}
