import { type Static, Type } from 'typebox';
import type { ModelUse } from '../../../engine/models/index.ts';
import { named, strictObject } from '../../../kit/http/index.ts';

export const modelUsageQuery = strictObject({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 400,
      default: 30,
      description: 'How many days (UTC) back, today included.',
    }),
  ),
});

const sums = {
  requests: Type.Integer({ description: 'Calls, including failed ones.' }),
  failed: Type.Integer({ description: 'Calls without a usable answer.' }),
  input_tokens: Type.Integer({ description: 'Tokens that the model read.' }),
  cached_input_tokens: Type.Integer({
    description: 'Input tokens that the provider read from its cache.',
  }),
  output_tokens: Type.Integer({ description: 'Tokens that it wrote.' }),
  cost_usd: Type.Number({
    description: 'Cost; an interrupted call counts with its maximum.',
  }),
};

export const modelUsageRecord = named(
  'ModelUsage',
  Type.Object({
    month: Type.Object(
      {
        name: Type.String({ description: 'The running month (UTC), such as `2026-11`.' }),
        spent_usd: Type.Number({ description: 'Cost, including what is reserved for calls in progress.' }),
        limit_usd: Type.Unsafe<number | null>({
          type: ['number', 'null'],
          description:
            'Limit of the cost: the quota `model_usd_per_month`, otherwise `LLM_MONTHLY_BUDGET_USD`; null if no model is set.',
        }),
      },
      { description: 'The budget of the organization.' },
    ),
    total: Type.Object(sums, { description: 'Over all these days.' }),
    days: Type.Array(
      Type.Object({
        day: Type.String({ description: 'UTC, such as `2026-11-26`.' }),
        area: Type.String({ description: '`review` or `outreach`.' }),
        agent: Type.String({ description: 'The agent.' }),
        provider: Type.String({ description: 'The provider, as in `LLM_PROVIDER`.' }),
        model: Type.String({ description: 'The model, as named by the provider.' }),
        ...sums,
      }),
      { description: 'Each day with calls, newest first, by agent and model.' },
    ),
  }),
);

type Sums = Static<typeof modelUsageRecord>['total'];

export function toModelUsageRecord({ days, month }: ModelUse): Static<typeof modelUsageRecord> {
  const rows = days.map(({ day, area, agent, provider, model, ...took }) => ({
    day,
    area,
    agent,
    provider,
    model,
    requests: took.requests,
    failed: took.failed,
    input_tokens: took.inputTokens,
    cached_input_tokens: took.cachedInputTokens,
    output_tokens: took.outputTokens,
    cost_usd: usd(took.costMicros),
  }));
  const sum = (of: keyof Sums) => rows.reduce((all, row) => all + row[of], 0);
  return {
    month: {
      name: month.name,
      spent_usd: usd(month.spentMicros),
      limit_usd: month.limitMicros === null ? null : usd(month.limitMicros),
    },
    total: {
      requests: sum('requests'),
      failed: sum('failed'),
      input_tokens: sum('input_tokens'),
      cached_input_tokens: sum('cached_input_tokens'),
      output_tokens: sum('output_tokens'),
      cost_usd: usd(days.reduce((all, { costMicros }) => all + costMicros, 0)),
    },
    days: rows,
  };
}

const usd = (micros: number) => micros / 1_000_000;
