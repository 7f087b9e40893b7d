import { ShieldCheck, ShieldX } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Time } from '../../parts/format.tsx';
import type { Application } from './application-frame.tsx';

interface DecisionData {
  reason: string | null;
  decided_by: 'gate' | 'user';
  review_id: string | null;
}

/** Why the application is in its state: the error, or who decided and why. */
export function Decision({ of }: { of: Application }) {
  if (of.error) {
    return (
      <p className="note bad" role="alert">
        <ShieldX aria-hidden size={18} />
        <span>The analysis failed: {of.error.message}</span>
      </p>
    );
  }
  if (of.status === 'approved' || of.status === 'rejected' || of.status === 'archived')
    return <Decided of={of} />;
  return null;
}

const texts = {
  approved: { word: 'Approved', type: 'application.approved' },
  rejected: { word: 'Rejected', type: 'approval.rejected' },
  archived: { word: 'Archived', type: 'application.archived' },
} as const;

function Decided({ of: { id, status } }: { of: Application }) {
  const { word, type } = texts[status as keyof typeof texts];
  // The application's record has no reason; the decision's event does.
  const events = useRead('queryReviewEvents', { query: { application_id: id, type, limit: 1 } });
  const event = events.data?.events[0];
  const { reason, decided_by: by, review_id: reviewId } = (event?.data ?? {}) as Partial<DecisionData>;
  const Icon = status === 'approved' ? ShieldCheck : ShieldX;
  const tone = status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : '';
  return (
    <div className={`note ${tone}`}>
      <Icon aria-hidden size={18} />
      <span>
        <strong>
          {word}
          {by === 'gate' ? ' by the gate' : by === 'user' ? ' by a person' : ''}
        </strong>
        {event && (
          <>
            {' '}
            <Time at={event.timestamp} />
          </>
        )}
        {reason ? `: ${reason}` : event && ', without a reason.'}{' '}
        {reviewId && <a href={to`reviews/${reviewId}`}>Based on review</a>}
      </span>
    </div>
  );
}
