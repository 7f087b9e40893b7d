import type { QueueFigures } from '../../engine/delivery/index.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { formatId } from '../../kit/ids.ts';
import type { FigureSample, FigureSource } from '../../kit/observability/index.ts';

/**
 * Metrics by organization, for a limited number of them: those with the most events, and those with the most
 * waiting or dead deliveries. Labels cost memory in Prometheus, so a setting enables this.
 */
export function organizationGauges(most: number, queueFigures: QueueFigures): FigureSource {
  const labels = ['organization'];
  return {
    part: 'organizations',
    figures: [
      { name: 'trivium_organization_log_events', help: 'Events in the log of an organization.', labels },
      {
        name: 'trivium_organization_deliveries_pending',
        help: 'Its deliveries that are not settled.',
        labels,
      },
      { name: 'trivium_organization_dead_letters', help: 'Its dead letters.', labels },
    ],
    async read(query) {
      const logs = await query<{ org_id: string; size: number }>(
        'select org_id, size::float8 as size from event_logs order by size desc limit $1',
        [most],
      );
      const queues = await sumQueues(query, queueFigures);
      const told = (name: string, amount: 'pending' | 'dead'): FigureSample[] =>
        [...queues]
          .filter(([, sums]) => sums[amount] > 0)
          .sort(([, a], [, b]) => b[amount] - a[amount])
          .slice(0, most)
          .map(([id, sums]) => sampleOf(name, id, sums[amount]));
      return [
        ...logs.map(({ org_id, size }) => sampleOf('trivium_organization_log_events', org_id, size)),
        ...told('trivium_organization_deliveries_pending', 'pending'),
        ...told('trivium_organization_dead_letters', 'dead'),
      ];
    },
  };
}

function sampleOf(name: string, id: string, value: number): FigureSample {
  return { name, labels: { organization: formatId('org', id) }, value };
}

async function sumQueues(query: QueryRows, queueFigures: QueueFigures) {
  const figures = await queueFigures.read();
  const owners = await query<{ id: string; org_id: string }>(
    'select id, org_id from subscriptions where id = any($1::uuid[])',
    [[...figures.keys()]],
  );
  const sums = new Map<string, { pending: number; dead: number }>();
  for (const { id, org_id } of owners) {
    const { pending = 0, dead = 0 } = figures.get(id) ?? {};
    const sum = sums.get(org_id) ?? { pending: 0, dead: 0 };
    sums.set(org_id, { pending: sum.pending + pending, dead: sum.dead + dead });
  }
  return sums;
}
