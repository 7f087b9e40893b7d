import { KEPT_DAYS } from './fill-deliveries.ts';
import { SHOP } from './fill-log.ts';
import type { Filling } from './filling.ts';
import { repeat, uuidOf } from './filling.ts';

const STEPS = [
  {
    id: 'thanks',
    action: 'events.publish',
    status: 'succeeded',
    input: { type: 'customer.thanked', data: { customer: 'cus_42a7' } },
    result: { event_id: 'evt_750ac5f38d9f63c8053f08521225cc7f', type: 'customer.thanked' },
    error: null,
    finishedAt: '2026-11-01T09:46:30.000Z',
  },
];

// One in forty failed. Ids begin with the time of the event.
const SQL = `
  insert into workflow_runs (workflow_id, id, org_id, revision, position, depth, status, attempts, next_attempt_at, actions)
  select w, uuidv7(e.occurred_at - now()), $1, 1, e.position, 1,
    case when (e.position + place) % 40 = 0 then 'failed' else 'succeeded' end, 1, e.occurred_at + interval '1 second', $4::json
  from events e join unnest($2::uuid[]) with ordinality as w(w, place) on (e.position + place) % cardinality($2::uuid[]) < $6
  where e.org_id = $1 and e.occurred_at > now() - make_interval(days => $5) and e.type like '${SHOP}.%'
  order by e.position limit $3`;

/** Workflows that start nothing just now, with the runs of the last month. */
export async function fillWorkflows({ query, orgId, sizes, call }: Filling): Promise<void> {
  const ids: string[] = [];
  await repeat(sizes.workflows, async (n) => {
    const { workflow_id } = await call<{ workflow_id: string }>('POST', '/v1/workflows', {
      name: `Thanks ${n}`,
      enabled: false,
      trigger: { type: `${SHOP}.order.paid` },
      actions: [{ id: 'thanks', action: 'events.publish', input: { type: 'customer.thanked', data: {} } }],
    });
    ids[n] = uuidOf(workflow_id);
  });
  await query(SQL, [
    orgId,
    ids,
    sizes.runs,
    JSON.stringify(STEPS),
    KEPT_DAYS,
    Math.ceil(sizes.workflows / 2),
  ]);
  await query('analyze workflow_runs');
}
