-- What a deployment was expected to cost stood where the most that it can cost belongs. Both are kept from here on.
update transactions t set estimated_cost = json_build_object(
  'gas_limit', e.gas_limit,
  'gas_price_gwei', e.price,
  'total_eth', e.gas_limit * e.price / 1000000000,
  'total_usd', case when e.eth > 0 then round(e.gas_limit * e.price / 1000000000 * e.usd / e.eth, 8) else e.usd end,
  'expected_gas', case when e.price > 0 then round(e.eth * 1000000000 / e.price) else e.gas_limit end,
  'expected_gas_price_gwei', e.price,
  'expected_eth', e.eth,
  'expected_usd', e.usd)
from (
  select org_id, environment, id,
    (estimated_cost ->> 'gas_limit')::numeric as gas_limit, (estimated_cost ->> 'gas_price_gwei')::numeric as price,
    (estimated_cost ->> 'total_eth')::numeric as eth, (estimated_cost ->> 'total_usd')::numeric as usd
  from transactions where estimated_cost is not null and estimated_cost::jsonb ->> 'expected_eth' is null
    and estimated_cost::text <> 'null'
) e
where (t.org_id, t.environment, t.id) = (e.org_id, e.environment, e.id);
