import type { Arrival, Fault, LoggedEvent, PublishTry } from './history.ts';
import { NOBODYS, replace, type Seed, without } from './violation-seed.ts';

/** Longer than requests in progress at a fault may be sent again. */
const CALM_MS = 30_000;
const renumber = (log: readonly LoggedEvent[]) => log.map((event, position) => ({ ...event, position }));

/** Swaps two events of one client in the log; the second was sent after the first was acknowledged. */
const swapInLog: Seed = ({ publishes, log }, pick) => {
  const places = new Map(log.map((event) => [event.eventId, event]));
  const acknowledged = publishes.filter(({ status, lane }) => status === 201 && lane !== undefined);
  const next = pick(acknowledged.filter(({ lane }) => lane && lane.place > 0));
  const first = acknowledged.find(
    ({ lane }) => lane?.name === next?.lane?.name && lane?.place === (next?.lane?.place ?? 0) - 1,
  );
  const [a, b] = [places.get(first?.eventId ?? ''), places.get(next?.eventId ?? '')];
  if (a === undefined || b === undefined) return undefined;
  const swapped = log.map((event) => {
    if (event === a) return { ...b, position: a.position };
    return event === b ? { ...a, position: b.position } : event;
  });
  return { log: swapped, streams: [] };
};

const keyedIn = (publishes: PublishTry[], log: LoggedEvent[]) => {
  const keyed = new Set(publishes.filter((attempt) => attempt.keyed).map(({ n }) => n));
  return log.filter(({ n }) => keyed.has(n));
};

/** Violations in the log, and in streams of it. */
export const logSeeds: Readonly<Record<string, readonly Seed[]>> = {
  'an acknowledged event is lost': [
    ({ publishes, log }, pick) => {
      const one = pick(publishes.filter(({ status }) => status === 201));
      return one && { log: renumber(log.filter(({ eventId }) => eventId !== one.eventId)), streams: [] };
    },
  ],
  'an event was never sent': [
    ({ log }) => ({ log: [...log, { position: log.length, eventId: 'evt_seed', n: NOBODYS }] }),
  ],
  'one key made two events': [
    ({ publishes, log }, pick) => {
      const { n } = pick(keyedIn(publishes, log)) ?? {};
      return n === undefined
        ? undefined
        : { log: [...log, { position: log.length, eventId: 'evt_seed', n }] };
    },
    ({ publishes }, pick) => {
      const one = pick(publishes.filter(({ status, keyed }) => status === 201 && keyed));
      return one && { publishes: [...publishes, { ...one, eventId: 'evt_seed' }] };
    },
  ],
  'one event is at two positions, or two are at one': [
    ({ streams: [first = [], ...others] }, pick) => {
      const one = pick(first);
      return one && { streams: [replace(first, one, { ...one, eventId: 'evt_seed' }), ...others] };
    },
  ],
  'positions have a gap': [
    ({ log }, pick) => {
      const one = pick(log.slice(0, -1));
      return one && { log: without(log, one) };
    },
  ],
  'a stream is not in the order of the log': [
    ({ streams: [first = [], ...others] }, pick) => {
      const one = pick(first.slice(0, -1));
      return one && { streams: [without(first, one), ...others] };
    },
    ({ streams: [first = [], ...others] }, pick) => {
      const one = pick(first);
      return (
        one && { streams: [first.flatMap((event) => (event === one ? [one, one] : [event])), ...others] }
      );
    },
  ],
  'the log is not in the order in which clients published': [swapInLog],
};

function calm(deliveries: readonly Arrival[], faults: readonly Fault[]): Arrival[] {
  return deliveries.filter(
    ({ at }) => !faults.some(({ startedAt, endedAt }) => startedAt < at + CALM_MS && endedAt > at - CALM_MS),
  );
}

/** Swaps the last two deliveries of a lane at the receiver that gets them in order. */
const swapInLane: Seed = ({ publishes, deliveries }, pick) => {
  const lanes = new Map(publishes.map(({ n, lane }) => [n, lane]));
  const ordered = deliveries.filter(({ receiver, n }) => receiver === 'in-order' && lanes.get(n));
  const next = pick(ordered.filter(({ n }) => (lanes.get(n)?.place ?? 0) > 0));
  const lane = lanes.get(next?.n ?? -1);
  const first = ordered.find(({ n }) => {
    const other = lanes.get(n);
    return other?.name === lane?.name && other?.place === (lane?.place ?? 0) - 1;
  });
  if (first === undefined || next === undefined) return undefined;
  return {
    deliveries: deliveries.map((arrival) => {
      if (arrival === first) return { ...first, at: next.at };
      return arrival === next ? { ...next, at: first.at } : arrival;
    }),
  };
};

/** Violations in deliveries. */
export const deliverySeeds: Readonly<Record<string, readonly Seed[]>> = {
  'a delivered event is not in the log': [
    ({ deliveries }, pick) => {
      const one = pick(deliveries);
      return one && { deliveries: replace(deliveries, one, { ...one, eventId: 'evt_seed' }) };
    },
  ],
  'a delivered event does not match the subscription': [
    ({ deliveries, publishes }, pick) => {
      const others = new Set(publishes.filter(({ type }) => type === 'load.tick').map(({ n }) => n));
      const one = pick(deliveries.filter(({ n, receiver }) => receiver === 'all' && others.has(n)));
      return one && { deliveries: [...deliveries, { ...one, receiver: 'in-order', webhookId: 'dlv_seed' }] };
    },
  ],
  'an event was never delivered': [
    ({ deliveries, publishes }, pick) => {
      const acknowledged = new Set(publishes.filter(({ status }) => status === 201).map(({ n }) => n));
      const one = pick(deliveries.filter(({ n, receiver }) => receiver === 'all' && acknowledged.has(n)));
      return (
        one && {
          deliveries: deliveries.filter(({ n, receiver }) => n !== one.n || receiver !== one.receiver),
        }
      );
    },
  ],
  'one delivery has two ids': [
    ({ deliveries }, pick) => {
      const one = pick(deliveries);
      return one && { deliveries: [...deliveries, { ...one, webhookId: 'dlv_seed' }] };
    },
  ],
  'delivered twice without a fault': [
    ({ deliveries, faults }, pick) => {
      const one = pick(calm(deliveries, faults));
      return one && { deliveries: [...deliveries, { ...one, at: one.at + 200 }] };
    },
  ],
  'deliveries of a key are out of order': [swapInLane],
  'delivered later than 10 s after the last fault': [
    ({ deliveries, faults, publishes }, pick) => {
      const acknowledged = new Set(publishes.filter(({ status }) => status === 201).map(({ n }) => n));
      const one = pick(deliveries.filter(({ n, receiver }) => receiver === 'all' && acknowledged.has(n)));
      if (one === undefined) return undefined;
      const at = Math.max(one.at, ...faults.map(({ endedAt }) => endedAt)) + CALM_MS;
      return {
        deliveries: deliveries.map((it) =>
          it.n === one.n && it.receiver === one.receiver ? { ...it, at } : it,
        ),
      };
    },
  ],
};
