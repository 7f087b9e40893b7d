import { randomBytes } from 'node:crypto';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect } from './connect.ts';
import { formatTimeWithAge } from './format-time.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { isForProgram, note, print, styled } from './print.ts';
import { answerOf, statusOf, styleOf } from './read-events.ts';
import { type Column, printList } from './table.ts';

type Subscription = ItemOf<'listWebhookSubscriptions'>;

const healthStyles: Record<Subscription['health']['state'], 'green' | 'red' | 'yellow'> = {
  healthy: 'green',
  failing: 'red',
  blocked: 'red',
  paused: 'yellow',
  disabled: 'red',
};

/** Prints the subscriptions with the state of their deliveries. */
export async function listSubscriptions(options: ClientOptions & ListOptions): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const all = connect(options).pages.listWebhookSubscriptions({ query: { limit: pageSize } });
  await printList(all, columns, {
    ...options,
    limit,
    empty: 'There is no subscription. Make one: trivium webhooks create <receiver> --events <types>',
  });
}

const columns: Column<Subscription>[] = [
  { header: 'SUBSCRIPTION', value: ({ subscription_id }) => subscription_id },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  {
    header: 'HEALTH',
    value: ({ health }) => health.state,
    style: ({ health }) => healthStyles[health.state],
  },
  { header: 'WAITING', value: ({ health }) => health.pending, isExtra: true },
  {
    header: 'DEAD',
    value: ({ health }) => health.dead,
    style: (one) => (one.health.dead ? 'red' : undefined),
  },
  { header: 'EVENTS', value: ({ events }) => events.join(','), shrinks: true },
  { header: 'RECEIVER', value: ({ url }) => url, shrinks: true },
];

interface CreateOptions extends ClientOptions {
  events: string[];
  name?: string;
  secret?: string;
  platform?: string;
  backfillFrom?: string;
}

/** Makes a subscription. Its secret is printed only now, unless the user gave it. */
export async function createSubscription(receiver: string, options: CreateOptions): Promise<void> {
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const made = await connect(options).webhooks.subscribe({
    name: options.name ?? URL.parse(receiver)?.hostname ?? receiver,
    url: receiver,
    events: options.events.flatMap((list) => list.split(',')).map((one) => one.trim()),
    secret,
    ...given({ platform: options.platform as Subscription['platform'], backfill_from: options.backfillFrom }),
  });
  const isOwn = options.secret !== undefined;
  await print(options, isOwn ? made : { ...made, secret }, made.subscription_id);
  if (isForProgram(options)) return;
  const told = isOwn ? '' : ` Its secret, shown this once: ${secret}`;
  note(`${made.events.join(', ')} goes to ${made.url}.${told}`);
  note(`Try it: trivium webhooks test ${made.subscription_id}`);
}

/** Sends a sample event now and prints the receiver's response. Resolves with the exit code. */
export async function testSubscription(
  subId: string,
  options: ClientOptions & { event?: string },
): Promise<number> {
  const trivium = connect(options);
  const event = options.event ?? (await firstEvent(subId, () => readSubscription(trivium, subId)));
  const sent = await trivium.api.testWebhookSubscription({ params: { subId }, body: { event } });
  const answer = [sent.response_code, sent.error].filter((one) => one !== null).join(' ');
  await print(
    options,
    sent,
    `${event}  ${styled(styleOf(sent.status), sent.status)}  ${answer}  ${sent.response_time_ms} ms`,
  );
  return sent.status === 'success' ? 0 : 1;
}

function readSubscription(trivium: ReturnType<typeof connect>, subId: string) {
  return trivium.api.getWebhookSubscription({ params: { subId } });
}

/** An event type that the subscription names without `*`; a pattern does not say which event to send. */
async function firstEvent(subId: string, read: () => Promise<{ events: string[] }>): Promise<string> {
  const { events } = await read();
  const named = events.find((event) => !event.includes('*'));
  if (named !== undefined) return named;
  throw new CommandError(
    `${subId} subscribes to ${events.join(', ')}: name the event of the sample, such as --event order.created.`,
  );
}

interface LogOptions extends ClientOptions, ListOptions {
  event?: string;
  eventId?: string;
  status?: 'pending' | 'success' | 'failed';
  code?: string;
  payload?: string;
  from?: string;
  to?: string;
}

/** Prints deliveries, newest first: all of them, those of one subscription, or the attempts of one delivery. */
export async function listDeliveries(id: string | undefined, options: LogOptions): Promise<void> {
  if (id?.startsWith('dlv_')) return showDelivery(id, options);
  const { limit, pageSize } = pagingOf(options);
  const { event, eventId, status, code, payload, from, to } = options;
  const query = given({
    subscription_id: id,
    event,
    event_id: eventId,
    status,
    response_code: code,
    payload,
    from,
    to,
    limit: pageSize,
  });
  const all = connect(options).pages.searchWebhookDeliveries({ query: query as never });
  await printList(all, deliveryColumns, { ...options, limit, empty: 'No delivery matches.' });
}

const deliveryColumns: Column<ItemOf<'searchWebhookDeliveries'>>[] = [
  { header: 'DELIVERY', value: ({ delivery_id }) => delivery_id },
  { header: 'EVENT', value: ({ event }) => event, shrinks: true },
  { header: 'SUBSCRIPTION', value: (one) => one.subscription_name ?? one.subscription_id, shrinks: true },
  { header: 'STATUS', value: statusOf, style: (one) => styleOf(statusOf(one)) },
  { header: 'ATTEMPTS', value: ({ attempts }) => attempts, isExtra: true },
  { header: 'ANSWER', value: answerOf, shrinks: true },
  { header: 'CREATED', value: ({ created_at }) => created_at, isTime: true, isExtra: true },
];

async function showDelivery(deliveryId: string, options: ClientOptions): Promise<void> {
  const delivery = await connect(options).api.getWebhookDelivery({ params: { deliveryId } });
  const { subscription_id, event, event_id, status, dead_lettered, next_attempt_at: nextAt } = delivery;
  const next = nextAt === undefined ? '' : `, next attempt ${formatTimeWithAge(nextAt)}`;
  const lines = [
    `${deliveryId}: ${event} (${event_id ?? 'a test'}) to ${subscription_id}`,
    `${styled(styleOf(dead_lettered ? 'dead' : status), dead_lettered ? 'dead letter' : status)}${next}`,
    ...delivery.attempts.flatMap((one) => [
      '',
      `${styled('bold', `attempt ${one.attempt}`)}  ${one.response_code ?? 'no answer'}  ${one.response_time_ms} ms  ${formatTimeWithAge(one.last_attempt_at)}${one.error === undefined ? '' : `  ${one.error}`}`,
      `POST ${one.request.url}`,
      one.request.body,
      ...(one.response?.body ? [styled('dim', 'answer'), one.response.body] : []),
    ]),
  ];
  await print(options, delivery, lines.join('\n'));
}
