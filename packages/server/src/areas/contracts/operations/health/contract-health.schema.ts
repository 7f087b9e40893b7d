import { type Static, Type } from 'typebox';
import { describedAs, named, strictObject, timestampField, toRecord } from '../../../../kit/http/index.ts';
import { roundToDigits } from '../../../../kit/round-to-digits.ts';
import { alertRecord, toAlertRecord } from '../alerts/alert.schema.ts';
import type { ContractHealth, ContractStatistics, HealthMetrics } from './contract-health.ts';

const metricsRecord = Type.Object({
  execution_count: Type.Integer({ description: 'Executions, pending ones included.' }),
  success_count: Type.Integer({ description: 'Executions with all their confirmations.' }),
  failure_count: Type.Integer({ description: 'Executions that failed, including before sending.' }),
  success_rate: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the settled executions that succeeded; 1 if there are none.',
  }),
  avg_gas_used: Type.Number({ description: 'Mean over the mined executions.' }),
  avg_execution_time_ms: Type.Number({ description: 'Mean time from sending to the last confirmation.' }),
});

export const healthRecord = named(
  'ContractHealth',
  Type.Object({
    contract_id: Type.String({ description: '`ctr_…`' }),
    status: Type.Enum(['healthy', 'degraded', 'unhealthy', 'unknown'], {
      type: 'string',
      description:
        'By the last hour, or by everything if nothing was executed in it: degraded above 5 % failures, unhealthy above 25 % or when the network does not answer, unknown while nothing is settled.',
    }),
    metrics: describedAs(metricsRecord, 'Over all its executions.'),
    windows: Type.Array(
      Type.Object({
        window_minutes: Type.Integer({ description: 'Executions sent within this many minutes.' }),
        ...metricsRecord.properties,
      }),
      { description: 'The same figures for sliding windows, by their length.' },
    ),
    alerts: Type.Array(alertRecord, {
      description: 'Alerts that fire or were resolved within a day; newest first, at most 100.',
    }),
  }),
);

export const statisticsQuery = strictObject({
  bucket: Type.Optional(
    Type.Enum(['minute', 'hour', 'day'], {
      type: 'string',
      default: 'hour',
      description:
        'Length of a bucket: 60 of a minute, 48 of an hour, or 30 of a day, until now. Days are UTC.',
    }),
  ),
});

export const statisticsRecord = Type.Object({
  contract_id: Type.String({ description: '`ctr_…`' }),
  bucket: Type.String({ description: 'Length of a bucket: `minute`, `hour` or `day`.' }),
  buckets: Type.Array(
    Type.Object({
      starts_at: timestampField('When it begins.'),
      ...metricsRecord.properties,
    }),
    { description: 'By the time of sending; oldest first, without gaps.' },
  ),
});

export function toStatisticsRecord(
  contractId: string,
  { span, buckets }: ContractStatistics,
): Static<typeof statisticsRecord> {
  return {
    contract_id: contractId,
    bucket: span,
    buckets: buckets.map(({ startsAt, metrics }) => ({
      starts_at: startsAt.toISOString(),
      ...toMetrics(metrics),
    })),
  };
}

export function toHealthRecord(contractId: string, health: ContractHealth): Static<typeof healthRecord> {
  return {
    contract_id: contractId,
    status: health.status,
    metrics: toMetrics(health.metrics),
    windows: health.windows.map(({ minutes, metrics }) => ({
      window_minutes: minutes,
      ...toMetrics(metrics),
    })),
    alerts: health.alerts.map(toAlertRecord),
  };
}

function toMetrics(metrics: HealthMetrics): Static<typeof metricsRecord> {
  return toRecord(metricsRecord, metrics, {
    success_rate: roundToDigits(metrics.successRate, 6),
    avg_gas_used: roundToDigits(metrics.avgGasUsed, 2),
    avg_execution_time_ms: roundToDigits(metrics.avgExecutionTimeMs, 2),
  });
}
