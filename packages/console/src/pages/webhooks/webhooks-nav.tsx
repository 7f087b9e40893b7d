import { useRead } from '../../api/read.ts';
import { SubNav } from '../../parts/sub-nav.tsx';

/** The section's sub-navigation, with the number of dead letters. */
export function WebhooksNav({ here }: { here: string }) {
  const dead = useRead('listDeadLetters', { query: { limit: 1 } });
  return (
    <SubNav
      label="Webhooks"
      here={here}
      links={[
        { label: 'Subscriptions', href: '#/webhooks' },
        { label: 'Deliveries', href: '#/webhooks/deliveries' },
        { label: 'Dead letters', href: '#/webhooks/dead', count: dead.data?.total },
      ]}
    />
  );
}
