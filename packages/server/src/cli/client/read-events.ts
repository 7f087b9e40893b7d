import type { ItemOf } from '../../../../sdk/src/index.ts';
import { type ClientOptions, connect } from './connect.ts';
import { formatTimeWithAge } from './format-time.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { isForProgram, print, styled } from './print.ts';
import { type Column, printList } from './table.ts';

interface EventFilter extends ClientOptions, ListOptions {
  source?: string;
  correlationId?: string;
  from?: string;
  to?: string;
}

/** Prints events of the log, newest first. */
export async function listEvents(pattern: string | undefined, options: EventFilter): Promise<void> {
  const { source, correlationId, from, to } = options;
  const { limit, pageSize } = pagingOf(options);
  const query = { ...given({ type: pattern, source, correlationId, from, to }), limit: pageSize };
  await printList(connect(options).pages.queryEvents({ query }), eventColumns, {
    ...options,
    limit,
    empty: 'No event matches. `trivium events publish` makes one.',
  });
}

const eventColumns: Column<ItemOf<'queryEvents'>>[] = [
  { header: 'EVENT', value: ({ eventId }) => eventId },
  { header: 'TYPE', value: ({ type }) => type, shrinks: true },
  { header: 'SOURCE', value: ({ source }) => source, shrinks: true },
  { header: 'WHEN', value: ({ timestamp }) => timestamp, isTime: true },
];

type Delivery = ItemOf<'listEventDeliveries'>;

/** Prints an event, and its deliveries on request. */
export async function getEvent(
  eventId: string,
  options: ClientOptions & { deliveries?: boolean },
): Promise<void> {
  const trivium = connect(options);
  const event = await trivium.api.readEvent({ params: { eventId } });
  const deliveries: Delivery[] = [];
  if (options.deliveries) {
    for await (const one of trivium.pages.listEventDeliveries({ params: { eventId } })) deliveries.push(one);
  }
  const facts = [
    ['event', event.eventId],
    ['type', event.type],
    ['source', event.source],
    ['when', formatTimeWithAge(event.timestamp)],
    ['position', String(event.position)],
    ['metadata', JSON.stringify(event.metadata)],
  ];
  const head = facts.map(([name = '', value]) => `${styled('bold', name.padEnd(9))} ${value}`).join('\n');
  await print(
    options,
    options.deliveries ? { ...event, deliveries } : event,
    () => `${head}\n${JSON.stringify(event.data, null, 2)}`,
  );
  if (!options.deliveries || isForProgram(options)) return;
  await printList(deliveries, deliveryColumns, { empty: 'No subscription matched it.' });
}

const deliveryColumns: Column<Delivery>[] = [
  { header: 'DELIVERY', value: ({ delivery_id }) => delivery_id },
  { header: 'SUBSCRIPTION', value: (one) => one.subscription_name ?? one.subscription_id, shrinks: true },
  { header: 'STATUS', value: statusOf, style: (one) => styleOf(statusOf(one)) },
  { header: 'ATTEMPTS', value: ({ attempts }) => attempts },
  { header: 'ANSWER', value: answerOf, shrinks: true },
  { header: 'LAST', value: ({ last_attempt_at }) => last_attempt_at, isTime: true },
];

interface Delivered {
  status: string;
  dead_lettered: boolean;
  attempts: number;
  last_response_code: number | null;
  last_error: string | null;
}

/** The status in one word: a failed delivery is retried, or it is a dead letter. */
export function statusOf({ status, dead_lettered, attempts }: Delivered): string {
  if (dead_lettered) return 'dead';
  return status === 'pending' && attempts > 0 ? 'retrying' : status;
}

export function styleOf(status: string) {
  if (status === 'success') return 'green' as const;
  return status === 'dead' || status === 'failed' ? ('red' as const) : ('yellow' as const);
}

export function answerOf({ last_response_code, last_error }: Delivered): string {
  return [last_response_code, last_error].filter((one) => one !== null).join(' ');
}
