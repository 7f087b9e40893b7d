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
// A list of several kinds of things may hold each of them.
const actions = [{ type: 'webhook' as const, url: 'https://a.b' }, { type: 'event' as const }];
const condition = { metric: 'gas_used' as const, operator: '>' as const, threshold: 1 };
await t.api.createContractAlert({ params: { id: 'x' }, body: { rule_name: 'x', condition, actions } });
