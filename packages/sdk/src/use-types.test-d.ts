// Checked by the compiler only: what the types of calls accept and refuse.
import { type ErrorCode, Trivium, TriviumError, verifyWebhook } from './index.ts';

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
// A list of mixed kinds may contain each of them.
const actions = [{ type: 'webhook' as const, url: 'https://a.b' }, { type: 'event' as const }];
const condition = { metric: 'gas_used' as const, operator: '>' as const, threshold: 1 };
await t.api.createContractAlert({ params: { id: 'x' }, body: { rule_name: 'x', condition, actions } });
// Errors are identified by code, and a newer service may have others.
const error = new TriviumError(404, { code: 'not_found', message: '' });
const known: boolean = error.code === 'not_found' || error.code === 'of_tomorrow';
const code: ErrorCode = 'rate_limit_exceeded';
// @ts-expect-error no such code
const misspelt: ErrorCode = 'rate_limit_exeeded';
// A payload has the type that the caller states.
const { payload } = await verifyWebhook<{ data: { order_id: string } }>('', {}, { secret: 's' });
payload.data.order_id.trim();
void [known, code, misspelt];
