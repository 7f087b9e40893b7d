import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { Chart } from '../../parts/chart.tsx';
import { Choice } from '../../parts/fields.tsx';
import { count, duration, percent, plural } from '../../parts/format.tsx';
import { Shown } from '../../parts/states.tsx';

type Bucket = Answer<'getContractStatistics'>['buckets'][number];
export type Span = 'minute' | 'hour' | 'day';

const spans = [
  { id: 'minute', label: 'Last hour, by minute' },
  { id: 'hour', label: 'Last two days, by hour' },
  { id: 'day', label: 'Last 30 days, by day' },
];

/** Charts of executions, gas and duration. */
export function HealthChart({ id, first }: { id: string; first: Span }) {
  const [bucket, setBucket] = useState(first);
  const statistics = useRead('getContractStatistics', { params: { id }, query: { bucket } });
  return (
    <>
      <div className="narrow">
        <Choice label="Shown" value={bucket} onChange={(value) => setBucket(value as Span)} options={spans} />
      </div>
      <Shown of={statistics} lines={5}>
        {({ buckets }) => <Curves of={buckets} span={bucket} />}
      </Shown>
    </>
  );
}

function Curves({ of: buckets, span }: { of: Bucket[]; span: Span }) {
  const sum = (field: 'execution_count' | 'success_count' | 'failure_count') =>
    buckets.reduce((all, one) => all + one[field], 0);
  const [sent, good, bad] = [sum('execution_count'), sum('success_count'), sum('failure_count')];
  if (sent === 0) return <p className="quiet">No executions in this time range.</p>;
  const times = buckets.map(({ starts_at: at }) => Date.parse(at));
  const said = `${plural(sent, 'execution')}, ${count(bad)} failed, ${percent(good, good + bad)} successful.`;
  const ofSettled = (field: 'avg_gas_used' | 'avg_execution_time_ms') =>
    buckets.map((one) => (one.success_count + one.failure_count > 0 ? one[field] : null));
  return (
    <>
      <p>{said}</p>
      <div className="curves">
        <Chart
          label={`Executions a ${span}. ${said}`}
          times={times}
          series={[
            {
              label: 'Failed',
              kind: 'bars',
              colour: '--bad',
              values: buckets.map((one) => one.success_count + one.failure_count || null),
              told: buckets.map((one) => one.failure_count),
              show: count,
            },
            {
              label: 'Successful',
              kind: 'bars',
              colour: '--good',
              values: buckets.map((one) => one.success_count || null),
              show: count,
            },
          ]}
        />
        <Chart
          label={`Average gas a ${span}.`}
          times={times}
          series={[
            {
              label: 'Gas, on average',
              kind: 'line',
              colour: '--busy',
              values: ofSettled('avg_gas_used'),
              show: count,
            },
          ]}
        />
        <Chart
          label={`How long executions took on average a ${span}.`}
          times={times}
          series={[
            {
              label: 'Average time to the last confirmation',
              kind: 'line',
              colour: '--link',
              values: ofSettled('avg_execution_time_ms'),
              show: duration,
            },
          ]}
        />
      </div>
    </>
  );
}
