import type { Filling } from './filling.ts';

const SQL = `
  insert into api_requests (org_id, id, actor, environment, method, route, path, status, code, duration_ms, requests, address)
  select $1, uuidv7(- n * interval '10 seconds'), $3, 'production', (array['GET', 'POST', 'PUT'])[1 + n % 3],
    '/v1/webhooks/subscriptions', '/v1/webhooks/subscriptions', case when n % 50 = 0 then 404 else 200 end,
    case when n % 50 = 0 then 'not_found' end, 3.5, 1, '127.0.0.1'
  from generate_series(1, $2::int) n order by n desc`;

/** What was asked of the API of late. */
export async function fillAccess({ query, orgId, sizes, call }: Filling): Promise<void> {
  const { keys } = await call<{ keys: { id: string }[] }>('GET', '/v1/keys');
  await query(SQL, [orgId, sizes.requests, keys[0]?.id ?? 'key_unknown']);
  await query('analyze api_requests');
}
