import { required } from '../../../src/kit/required.ts';
import type { Arrival, Fault, History, PublishTry, Receiver } from './history.ts';

/** How long after a fault an attempt may still be in progress, and be repeated by the node that takes over. */
const AFTERMATH_MS = 20_000;
/** A paused node sends prepared requests when it resumes; this is their maximum time on the way. */
const LET_OUT_MS = 2_000;
/** From the fault, or from its end if it affects all nodes, to the arrival of the delayed deliveries. */
export const TAKE_OVER_MS = 10_000;

/** The result of an event, from all requests that tried to publish it. */
interface Published {
  n: number;
  type: string;
  lane: PublishTry['lane'];
  firstSentAt: number;
  /** Undefined if it was never acknowledged. */
  acknowledgedAt: number | undefined;
}

interface Facts {
  history: History;
  published: Map<number, Published>;
  /** The same by type. */
  ofType: Map<string, Published[]>;
  logged: Set<string>;
}

/** Compares the deliveries of each receiver with the events that it must get. */
export function checkDeliveries(history: History, receivers: Receiver[]): Record<string, string[]> {
  const facts = factsOf(history);
  const each = arrivalsOf(history, receivers);
  const findAll = (find: (receiver: Receiver, arrivals: Arrival[], facts: Facts) => string[]) =>
    each.flatMap(({ receiver, arrivals }) =>
      find(receiver, arrivals, facts).map((it) => `${receiver.name}: ${it}`),
    );
  return {
    'a delivered event is not in the log': findAll(findUnlogged),
    'a delivered event does not match the subscription': findAll(findUnasked),
    'an event was never delivered': findAll(findMissing),
    'one delivery has two ids': findAll(findRenamed),
    'delivered twice without a fault': findAll(findRepeated),
    'deliveries of a key are out of order': findAll(findDisorder),
    'delivered later than 10 s after the last fault': findAll(findLate),
  };
}

function factsOf(history: History): Facts {
  const published = summarize(history.publishes);
  const ofType = Map.groupBy(published.values(), ({ type }) => type);
  return { history, published, ofType, logged: new Set(history.log.map(({ eventId }) => eventId)) };
}

function arrivalsOf({ deliveries }: History, receivers: Receiver[]) {
  const byReceiver = Map.groupBy(deliveries, ({ receiver }) => receiver);
  return receivers.map((receiver) => ({
    receiver,
    arrivals: (byReceiver.get(receiver.name) ?? []).toSorted((a, b) => a.at - b.at),
  }));
}

export function summarize(publishes: PublishTry[]): Map<number, Published> {
  const published = new Map<number, Published>();
  for (const { n, type, lane, sentAt, endedAt, status } of publishes) {
    const known = published.get(n) ?? { n, type, lane, firstSentAt: sentAt, acknowledgedAt: undefined };
    known.firstSentAt = Math.min(known.firstSentAt, sentAt);
    if (status === 201) known.acknowledgedAt = Math.min(known.acknowledgedAt ?? endedAt, endedAt);
    published.set(n, known);
  }
  return published;
}

function findUnlogged(_: Receiver, arrivals: Arrival[], { logged }: Facts): string[] {
  return arrivals
    .filter(({ eventId }) => !logged.has(eventId))
    .map(({ n, eventId }) => `event ${n} (${eventId})`);
}

function findUnasked({ types, endedAt }: Receiver, arrivals: Arrival[], { published }: Facts): string[] {
  return arrivals.flatMap(({ n }) => {
    const event = published.get(n);
    if (event === undefined) return [`event ${n}, which no client sent`];
    if (!types.includes(event.type)) return [`event ${n} of type ${event.type}`];
    const isAfterEnd = endedAt !== undefined && event.firstSentAt > endedAt;
    return isAfterEnd ? [`event ${n}, sent when the subscription had ended`] : [];
  });
}

/** Acknowledged events that a receiver must get, whatever the order of concurrent requests was. */
function* due({ types, from, until = Number.POSITIVE_INFINITY }: Receiver, { ofType }: Facts) {
  for (const event of types.flatMap((type) => ofType.get(type) ?? [])) {
    const { acknowledgedAt, firstSentAt } = event;
    if (acknowledgedAt === undefined) continue;
    if (firstSentAt > from && acknowledgedAt < until) yield { ...event, acknowledgedAt };
  }
}

function findMissing(receiver: Receiver, arrivals: Arrival[], facts: Facts): string[] {
  const arrived = new Set(arrivals.map(({ n }) => n));
  return [...due(receiver, facts)].filter(({ n }) => !arrived.has(n)).map(({ n }) => `event ${n}`);
}

function findRenamed(_: Receiver, arrivals: Arrival[]): string[] {
  return [...Map.groupBy(arrivals, ({ eventId }) => eventId)].flatMap(([eventId, copies]) => {
    const ids = new Set(copies.map(({ webhookId }) => webhookId));
    return ids.size === 1 ? [] : [`${eventId} came as ${[...ids].join(', ')}`];
  });
}

function findRepeated(_: Receiver, arrivals: Arrival[], { history: { faults } }: Facts): string[] {
  return [...Map.groupBy(arrivals, ({ webhookId }) => webhookId).values()].flatMap((copies) =>
    copies.slice(1).flatMap(({ n, at }, i) => {
      const before = required(copies[i], 'one of copies').at;
      if (faults.some((fault) => fault.startedAt <= at && fault.endedAt + AFTERMATH_MS >= before)) return [];
      return [`event ${n}, ${Math.round(at - before)} ms after its last copy`];
    }),
  );
}

function findDisorder(receiver: Receiver, arrivals: Arrival[], facts: Facts): string[] {
  return [...steps(receiver, arrivals, facts)].flatMap(({ lane, before, arrival, firstAt }) => {
    const { name, place } = lane;
    if (place > before + 1) return [`${name}: ${place} came before ${before + 1}`];
    if (place >= before || isLetOut(arrival, firstAt, facts.history.faults)) return [];
    return [`${name}: ${place} came after ${before}`];
  });
}

/**
 * The ordered arrivals, each with the place that its lane had reached before, and with the arrival of its first copy,
 * if there was one.
 */
function* steps({ ordered }: Receiver, arrivals: Arrival[], { published }: Facts) {
  if (!ordered) return;
  const latest = new Map<string, number>();
  const first = new Map<string, number>();
  for (const arrival of arrivals) {
    const lane = published.get(arrival.n)?.lane;
    if (lane === undefined) continue;
    const before = latest.get(lane.name) ?? -1;
    yield { lane, before, arrival, firstAt: first.get(arrival.webhookId) };
    latest.set(lane.name, Math.max(before, lane.place));
    if (!first.has(arrival.webhookId)) first.set(arrival.webhookId, arrival.at);
  }
}

/**
 * A node that was paused between its last check and the request sends it when it resumes: a copy of a delivery that
 * another node has sent meanwhile, and perhaps the next one of its key. Only the receiver can refuse it.
 */
function isLetOut({ at }: Arrival, firstAt: number | undefined, faults: Fault[]): boolean {
  return (
    firstAt !== undefined &&
    faults.some(
      ({ kind, startedAt, endedAt }) =>
        kind === 'pause' &&
        startedAt < firstAt &&
        firstAt < endedAt &&
        at >= endedAt &&
        at < endedAt + LET_OUT_MS,
    )
  );
}

/** Copies that arrived after a later event of their key, in the only way that cannot be ruled out. */
export function countLetOut(history: History, receivers: Receiver[]): number {
  const facts = factsOf(history);
  return arrivalsOf(history, receivers)
    .flatMap(({ receiver, arrivals }) => [...steps(receiver, arrivals, facts)])
    .filter(
      ({ lane, before, arrival, firstAt }) =>
        lane.place < before && isLetOut(arrival, firstAt, history.faults),
    ).length;
}

function findLate(receiver: Receiver, arrivals: Arrival[], facts: Facts): string[] {
  return latenesses(receiver, arrivals, facts)
    .filter(({ lateMs }) => lateMs > TAKE_OVER_MS)
    .map(({ n, lateMs }) => `event ${n} after ${Math.round(lateMs)} ms`);
}

function latenesses(receiver: Receiver, arrivals: Arrival[], facts: Facts): { n: number; lateMs: number }[] {
  const firstAt = new Map(arrivals.toReversed().map(({ n, at }) => [n, at]));
  const faults = facts.history.faults.toSorted((a, b) => a.startedAt - b.startedAt);
  const inLane = new Map<string, number>();
  return [...due(receiver, facts)].flatMap(({ n, acknowledgedAt, lane }) => {
    const at = firstAt.get(n);
    if (at === undefined) return [];
    // Ordered deliveries wait for the one before.
    const mayGoAt = Math.max(acknowledgedAt, lane === undefined ? 0 : (inLane.get(lane.name) ?? 0));
    if (receiver.ordered && lane !== undefined) inLane.set(lane.name, at);
    return [{ n, lateMs: at - readyAt(mayGoAt, faults) }];
  });
}

/** When nothing prevented the delivery any more. Further faults before it could be sent delay it more. */
function readyAt(mayGoAt: number, faults: Fault[]): number {
  let ready = mayGoAt;
  for (const { node, startedAt, endedAt } of faults) {
    if (startedAt > ready + TAKE_OVER_MS) break;
    ready = Math.max(ready, node === undefined ? endedAt : startedAt);
  }
  return ready;
}

/** The longest delay beyond the time of faults, in milliseconds. */
export function worstLateness(history: History, receivers: Receiver[]): number {
  const facts = factsOf(history);
  const all = arrivalsOf(history, receivers).flatMap(({ receiver, arrivals }) =>
    latenesses(receiver, arrivals, facts),
  );
  return all.reduce((most, { lateMs }) => Math.max(most, lateMs), 0);
}
