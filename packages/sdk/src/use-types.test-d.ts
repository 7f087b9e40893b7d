// Held by the type check alone: what the types of calls accept and refuse.
import { Trivium } from './index.ts';

const t = new Trivium({ url: '', key: '' });
const o = { idempotencyKey: 'x' };
await t.api.disableWorkflow({ params: { workflowId: 'x' } });
await t.api.publishEventBatch({ body: { events: [] }, ...o });
await t.api.getOrganization();
// @ts-expect-error body is needed
await t.api.publishEvent({});
// @ts-expect-error wrong field
await t.api.publishEvent({ body: { type: 'a.b', sauce: 'x', data: {} } });
for await (const lead of t.pages.listLeads({ query: { q: 'x' } })) lead.email;
for await (const w of t.pages.listWorkflows()) w.workflow_id;
