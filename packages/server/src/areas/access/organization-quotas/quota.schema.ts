import { type Static, Type } from 'typebox';
import { type QuotaName, quotaNames } from '../../../engine/quotas/index.ts';
import { strictObject } from '../../../kit/http/index.ts';
import { quotaUse } from '../organization/organization.schema.ts';

const words: Record<QuotaName, string> = {
  subscriptions: 'Subscriptions of both APIs, paused ones included.',
  api_keys: 'API keys that are valid, without portal links.',
  people: 'People who may sign in.',
  workflows: 'Workflows.',
  stored_bytes: 'Bytes of uploaded and other files.',
  events_per_day: 'Events that clients publish on a day, UTC.',
  model_usd_per_month:
    'USD that language models may cost in a month, UTC; in place of `LLM_MONTHLY_BUDGET_USD`.',
};

const quota = (description: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      description,
    }),
  );

export const quotasBody = strictObject(
  Object.fromEntries(quotaNames.map((name) => [name, quota(words[name])])) as Record<
    QuotaName,
    ReturnType<typeof quota>
  >,
);

export const quotasRecord = Type.Object({
  quotas: Type.Array(quotaUse, { description: 'The quotas that are set; everything else is unlimited.' }),
});

/** The quotas a body sets; null and absent both mean no quota. */
export function toQuotas(body: Static<typeof quotasBody>): Partial<Record<QuotaName, number>> {
  return Object.fromEntries(Object.entries(body).filter(([, most]) => typeof most === 'number'));
}
