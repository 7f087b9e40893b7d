import { useRead } from '../../api/read.ts';
import type { Option } from '../../parts/fields.tsx';

/** Names of the newest hundred subscriptions, as options. */
export function useSubscriptionNames({ enabled = true } = {}): Option[] {
  const found = useRead('listWebhookSubscriptions', { query: { api: 'all', limit: 100 } }, { enabled });
  return (found.data?.subscriptions ?? []).map(({ subscription_id, name, url }) => ({
    id: subscription_id,
    label: name || url,
  }));
}
