import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { to, withSearch } from '../../app/router.tsx';
import { plural } from '../../parts/format.tsx';
import { reasonText } from '../webhooks/delivery-status.tsx';
import { healthText, sinceText } from '../webhooks/health.tsx';

/** The rest is behind a link. */
const MAX_COUNT = 8;

/**
 * Subscriptions currently not reaching their receiver, and since when; or that all is well, once that is
 * known for all.
 */
export function FailingSubscriptions() {
  const all = useRead('listWebhookSubscriptions', { query: { api: 'all', limit: 1 } });
  const unwell = useRead('listWebhookSubscriptions', {
    query: { api: 'all', state: 'unwell', limit: MAX_COUNT },
  });
  const total = all.data?.total ?? 0;
  if (unwell.data === undefined || total === 0) return null;
  const { subscriptions: failing, total: count } = unwell.data;
  if (count === 0) {
    return (
      <p className="note good home-note" role="status">
        <CircleCheck aria-hidden size={18} />
        <span>
          {total === 1
            ? 'The subscription reaches its receiver.'
            : `All ${plural(total, 'subscription')} reach their receivers.`}
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
          {count === 1
            ? '1 subscription does not reach its receiver'
            : `${plural(count, 'subscription')} do not reach their receivers`}
        </strong>
        <ul className="plain-list">
          {failing.map((one) => (
            <li key={one.subscription_id}>
              <a href={to`webhooks/${one.subscription_id}`}>{one.name || one.url}</a>:{' '}
              <span title={sinceText(one)}>{healthText(one)}</span>
              {one.health.last_error !== null && `. ${reasonText(one.health.last_error)}`}
            </li>
          ))}
        </ul>
        {count > failing.length && (
          <a href={withSearch('#/webhooks', { state: 'unwell' })}>
            All {count.toLocaleString('en-US')} of them
          </a>
        )}
      </div>
    </div>
  );
}
