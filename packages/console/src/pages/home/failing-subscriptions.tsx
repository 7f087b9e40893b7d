import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { plural } from '../../parts/format.tsx';
import { healthText, isAiling } from '../webhooks/health.tsx';

/** What does not reach its receiver now, and since when; or that all is well, once that is known. */
export function FailingSubscriptions() {
  const { data } = useRead('listWebhookSubscriptions', { query: { api: 'all', limit: 100 } });
  if (data === undefined || data.total === 0) return null;
  const failing = data.subscriptions.filter(({ health }) => isAiling(health));
  if (failing.length === 0) {
    // Of more than a page only some were looked at.
    const all = data.has_more
      ? `The newest ${data.subscriptions.length} subscriptions`
      : plural(data.total, 'subscription');
    return (
      <p className="note good home-note" role="status">
        <CircleCheck aria-hidden size={18} />
        <span>
          {data.total === 1 ? 'The one subscription reaches its receiver.' : `${all} reach their receivers.`}
        </span>
      </p>
    );
  }
  const isSeen = failing.every(({ health }) => health.acknowledged !== null);
  return (
    <div className={isSeen ? 'note warn home-note' : 'note bad home-note'} role="status">
      <CircleAlert aria-hidden size={18} />
      <div>
        <strong>
          {plural(failing.length, 'subscription does', 'subscriptions do')} not reach the receiver
        </strong>
        <ul className="plain-list">
          {failing.map((one) => (
            <li key={one.subscription_id}>
              <a href={to`webhooks/${one.subscription_id}`}>{one.name || one.url}</a>: {healthText(one)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
