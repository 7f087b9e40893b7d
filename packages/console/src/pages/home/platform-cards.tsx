import { useRead } from '../../api/read.ts';
import { to, withSearch } from '../../app/router.tsx';
import { hoursAgo, plural } from '../../parts/format.tsx';
import { relativeTime } from '../../parts/moments.ts';
import { FigureCard } from './figure-card.tsx';

/** Maximum workflows or contracts checked. */
const MAX_CHECKED = 100;
/** Workflows whose latest run failed. */
export function WorkflowsCard() {
  const workflows = useRead('listWorkflows', { query: { limit: MAX_CHECKED } });
  const failing = workflows.data?.workflows.filter(({ health }) => health.state === 'failing') ?? [];
  const unseen = failing.filter(({ health }) => health.acknowledged === null);
  const worst = unseen[0] ?? failing[0];
  return (
    <FigureCard
      label="Workflows failing"
      figure={workflows.data && failing.length}
      error={workflows.error}
      tone={unseen.length > 0 ? 'bad' : failing.length > 0 ? 'warn' : 'good'}
      detail={
        worst ? `${worst.name}${unseen.length > 0 ? '' : ', seen'}` : noneOf(workflows.data?.total ?? 0)
      }
      href={worst ? to`workflows/${worst.workflow_id}` : '#/workflows'}
    />
  );
}

/** All-clear only for those that were checked. */
function noneOf(total: number): string {
  if (total === 0) return 'No workflow yet';
  return total > MAX_CHECKED ? `None of the newest ${MAX_CHECKED} workflows` : 'None';
}

/** All-clear only for those that were checked. */
function ofAll(total: number): string {
  if (total === 0) return 'No contract yet';
  return total > MAX_CHECKED ? `Of the newest ${MAX_CHECKED} contracts` : `Of ${plural(total, 'contract')}`;
}

const well = new Set(['healthy', 'unknown']);

/** Contracts that are unhealthy or had an alert in the last day. */
export function ContractsCard() {
  const contracts = useRead('listContracts', { query: { limit: MAX_CHECKED } });
  const alerts = useRead('queryEvents', { query: { type: 'alert.triggered', from: hoursAgo(24), limit: 1 } });
  const ill = contracts.data?.contracts.filter(({ health }) => !well.has(health.status)) ?? [];
  const fired = alerts.data?.total ?? 0;
  const latest = alerts.data?.events[0];
  const told = latest
    ? `, ${plural(fired, 'alert')} in 24 h, the last ${relativeTime(latest.timestamp)}`
    : '';
  return (
    <FigureCard
      label="Unhealthy contracts"
      figure={contracts.data && ill.length}
      error={contracts.error}
      tone={ill.length > 0 ? 'bad' : fired > 0 ? 'warn' : 'good'}
      detail={`${ofAll(contracts.data?.total ?? 0)}${told}`}
      href={
        ill[0]
          ? to`contracts/${ill[0].id}`
          : fired > 0
            ? withSearch('#/events', { type: 'alert.triggered' })
            : '#/contracts'
      }
    />
  );
}

/** Unfinished reviews started within the last day. */
export function ReviewsCard() {
  const from = hoursAgo(24);
  const started = useRead('queryEvents', { query: { type: 'review.started', from, limit: 100 } });
  const ended = useRead('queryEvents', { query: { type: 'review.completed', from, limit: 100 } });
  const done = new Set(ended.data?.events.map(({ data }) => data.review_id));
  const underWay = started.data?.events.filter(({ data }) => !done.has(data.review_id)) ?? [];
  const first = underWay[0]?.data.review_id;
  return (
    <FigureCard
      label="Reviews in progress"
      figure={started.data && ended.data && underWay.length}
      error={started.error ?? ended.error}
      tone="plain"
      detail={ended.data?.total ? `${plural(ended.data.total, 'review')} done in 24 h` : 'None done in 24 h'}
      href={typeof first === 'string' ? to`reviews/${first}` : '#/review'}
    />
  );
}
