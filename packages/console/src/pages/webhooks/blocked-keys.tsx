import { useState } from 'react';
import { useApi, useClient, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Section } from '../../parts/page.tsx';
import type { Blocked } from './health.tsx';

type Key = Blocked['first'][number];

/** Keys of an ordered subscription blocked by a dead letter, and how to unblock them. */
export function BlockedKeys({ subId, of }: { subId: string; of: Blocked }) {
  const [dropped, setDropped] = useState<Key>();
  const api = useApi();
  const inputOf = ({ event_id: eventId }: Key) => ({
    params: { eventId },
    query: { subscription_id: subId },
  });
  const replay = useWrite((one: Key) => api.replayDeadLetter(inputOf(one)), {
    shows: {
      operation: 'replayDeadLetter',
      query: { subscription_id: subId },
      title: 'Resend the blocking delivery',
    },
    done: () => 'It is being sent again. Once it is delivered, its key continues.',
  });
  const drop = useWrite((one: Key) => api.dropDeadLetter(inputOf(one)), {
    shows: {
      operation: 'dropDeadLetter',
      query: { subscription_id: subId },
      title: 'Skip the blocking delivery',
    },
    done: (_nothing, one) => `${nameOf(one)} continues without it.`,
  });
  const mayReplay = useMay('webhooks:write');
  // A receiver's owner may not decide that an event is never sent.
  const mayDrop = useClient().session !== undefined;
  const actionsOf = (one: Key) => [
    { label: 'Send it again', run: () => replay.mutate(one) },
    ...(mayDrop ? [{ label: 'Skip it …', run: () => setDropped(one), isDanger: true }] : []),
  ];
  return (
    <Section
      title="Blocked keys"
      lead="Deliveries are sent in order, and each of these keys waits for one that failed. Fix the receiver, then resend it."
    >
      <DataTable
        label="Blocked keys"
        list={listOf(of.first, of.keys)}
        rowKey={(one) => one.delivery_id}
        rowHref={(one) => to`deliveries/${one.delivery_id}`}
        columns={[
          { title: 'Key', width: '1.4fr', cell: nameOf },
          { title: 'Blocked', width: '0.7fr', cell: (one) => <Time at={one.since} /> },
          { title: 'Waits for', width: '1.4fr', cell: (one) => <code>{one.event_id}</code> },
        ]}
        {...(mayReplay && {
          rowActions: (one: Key) => (
            <ActionMenu label={`Let ${nameOf(one)} go on`} actions={actionsOf(one)} />
          ),
        })}
        say={(total) =>
          total > of.first.length
            ? `The ${of.first.length} waiting longest, of ${plural(total, 'blocked key')}`
            : plural(total, 'blocked key')
        }
        empty={null}
      />
      <Confirm
        title={`Let ${dropped ? nameOf(dropped) : ''} go on without this event?`}
        action="Skip it"
        isOpen={dropped !== undefined}
        onClose={() => setDropped(undefined)}
        onConfirm={() => dropped && drop.mutate(dropped)}
      >
        Its dead letter is dropped, and what waits behind it is sent. The event stays in the log.
      </Confirm>
    </Section>
  );
}

function nameOf({ key }: Key): string {
  return key === '' ? 'All events' : key;
}
