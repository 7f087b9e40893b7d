import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { exactTime, plural } from '../../parts/format.tsx';

interface ResendDialogProps {
  query: Record<string, string>;
  /** The subscription, when the page is its own. */
  of?: string;
  isOpen: boolean;
  onClose: () => void;
  onStarted: (resendId: string) => void;
}

/** Resends everything the filters match. */
export function ResendDialog({ query, of, isOpen, onClose, onStarted }: ResendDialogProps) {
  const api = useApi();
  const hasFilters = Object.keys(query).length > 0;
  const body = (hasFilters ? query : { all: true }) as Body<'resendWebhookDeliveries'>;
  useShownCall({ operation: 'resendWebhookDeliveries', body, title: 'Send these again' });
  const resend = useWrite(() => api.resendWebhookDeliveries({ body }), {
    onDone: ({ resend_id }) => onStarted(resend_id),
  });
  const { subscription_id: _own, ...others } = query;
  const filters = Object.entries(of === undefined ? query : others).map(([name, value]) =>
    name === 'from' || name === 'to'
      ? `${name} ${exactTime(value)}`
      : `${name.replaceAll('_', ' ')} ${value}`,
  );
  const found = filters.length > 0 ? ` that these filters find: ${filters.join(', ')}` : '';
  return (
    <Confirm
      title="Send these deliveries again?"
      action={hasFilters ? 'Send again' : 'Send everything again'}
      isHarmless={hasFilters}
      {...(!hasFilters && { name: 'everything' })}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => resend.mutate()}
    >
      {hasFilters
        ? `Every delivery${of === undefined ? '' : ` to ${of}`} is sent again${found}. ${of ?? 'Receivers'} may get an event a second time.`
        : 'No filter is set: every stored delivery is sent again, to every receiver. Receivers get each event a second time.'}
    </Confirm>
  );
}

/** Progress until it is done. */
export function ResendProgress({ resendId }: { resendId: string }) {
  const resend = useRead(
    'getWebhookResend',
    { params: { resendId } },
    { every: (found) => found?.status !== 'completed' && found?.status !== 'limit_reached' && 700 },
  );
  const found = resend.data;
  if (found === undefined) return null;
  const sent = plural(found.resent, 'delivery is', 'deliveries are');
  return (
    <p className={found.status === 'limit_reached' ? 'note warn' : 'note good'} role="status">
      {found.status === 'running' && `Looking for deliveries: ${sent} back in the queue so far.`}
      {found.status === 'completed' && `${sent} back in the queue.`}
      {found.status === 'limit_reached' &&
        `${sent} back in the queue. There are more: send these again to go on.`}
    </p>
  );
}
