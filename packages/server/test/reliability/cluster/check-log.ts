import { required } from '../../../src/kit/required.ts';
import { type History, type LoggedEvent, OF_THE_SERVICE, type PublishTry } from './history.ts';

/** Compares the log with the answers to publishers, and with what streams showed of it. */
export function checkLog({ publishes, log, streams }: History): Record<string, string[]> {
  const logged = new Map(log.map((event) => [event.eventId, event]));
  return {
    'an acknowledged event is lost': publishes
      .filter(({ status, eventId }) => status === 201 && logged.get(eventId ?? '') === undefined)
      .map(({ n, eventId, node }) => `event ${n} (${eventId}, acknowledged by ${node}) is not in the log`),
    'an event was never sent': findPhantoms(publishes, log),
    'one key made two events': findDoubles(publishes, log),
    'one event is at two positions, or two are at one': findSharedPositions([log, ...streams]),
    'positions have a gap': findGaps(log),
    'a stream is not in the order of the log': streams.flatMap((stream, i) => findStreamBreaks(stream, i)),
    'the log is not in the order in which clients published': findReorderings(publishes, logged),
  };
}

/** Events in the log that nobody sent, or with another number than the acknowledged one. */
function findPhantoms(publishes: PublishTry[], log: LoggedEvent[]): string[] {
  const sent = new Set(publishes.map(({ n }) => n));
  const named = new Map(
    publishes.flatMap(({ eventId, n }) => (eventId === undefined ? [] : [[eventId, n] as const])),
  );
  return log
    .filter(({ n, eventId }) => n !== OF_THE_SERVICE && (!sent.has(n) || (named.get(eventId) ?? n) !== n))
    .map(({ n, eventId, position }) => `position ${position} has event ${n} (${eventId})`);
}

/** Two event ids for one key, or more copies in the log than requests that may have made one. */
function findDoubles(publishes: PublishTry[], log: LoggedEvent[]): string[] {
  const copies = Map.groupBy(log, ({ n }) => n);
  return [...Map.groupBy(publishes, ({ n }) => n)].flatMap(([n, tries]) => {
    const keyed = tries.every((attempt) => attempt.keyed);
    const ids = new Set(tries.flatMap(({ eventId }) => eventId ?? []));
    const most = keyed ? 1 : tries.length;
    const found = copies.get(n)?.length ?? 0;
    if (ids.size <= most && found <= most) return [];
    return [`event ${n}: ${ids.size} ids answered (${[...ids].join(', ')}), ${found} times in the log`];
  });
}

function findSharedPositions(logs: LoggedEvent[][]): string[] {
  const byPosition = new Map<number, string>();
  const byId = new Map<string, number>();
  const found: string[] = [];
  for (const { position, eventId } of logs.flat()) {
    const other = byPosition.get(position) ?? eventId;
    if (other !== eventId) found.push(`position ${position} has ${other} and ${eventId}`);
    const place = byId.get(eventId) ?? position;
    if (place !== position) found.push(`${eventId} is at ${place} and at ${position}`);
    byPosition.set(position, eventId);
    byId.set(eventId, position);
  }
  return found;
}

function findGaps(log: LoggedEvent[]): string[] {
  return log.flatMap(({ position }, i) =>
    position === i ? [] : [`place ${i} of the log has position ${position}`],
  );
}

/** A stream starts at 0 and has no gaps, however often it was interrupted. */
function findStreamBreaks(stream: LoggedEvent[], number: number): string[] {
  const at = stream.findIndex(({ position }, i) => position !== i);
  return at < 0
    ? []
    : [`stream ${number}: place ${at} has position ${required(stream[at], 'one of stream').position}`];
}

/** If an event was acknowledged before another was sent, it must come first. */
function findReorderings(publishes: PublishTry[], logged: Map<string, LoggedEvent>): string[] {
  const placed = publishes.flatMap((attempt) => {
    const position = logged.get(attempt.eventId ?? '')?.position;
    return attempt.status === 201 && position !== undefined ? [{ ...attempt, position }] : [];
  });
  const firstSent = new Map<number, number>();
  for (const { n, sentAt } of publishes) firstSent.set(n, Math.min(firstSent.get(n) ?? sentAt, sentAt));
  // If a key was sent several times, any of the requests may have made the event, and the first answer confirms it.
  const events = [...Map.groupBy(placed, ({ position }) => position).values()].map((tries) => ({
    n: required(tries[0], 'the first of tries').n,
    position: required(tries[0], 'the first of tries').position,
    answeredAt: Math.min(...tries.map(({ endedAt }) => endedAt)),
    sentAt: earliest(required(tries[0], 'the first of tries'), firstSent),
  }));
  const found: string[] = [];
  let latest: (typeof events)[number] | undefined;
  const bySending = events.toSorted((a, b) => a.sentAt - b.sentAt);
  const byAnswer = events.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let answered = 0;
  for (const event of bySending) {
    for (; required(byAnswer[answered], 'one of by answer').answeredAt < event.sentAt; answered++) {
      const candidate = required(byAnswer[answered], 'one of by answer');
      if (latest === undefined || candidate.position > latest.position) latest = candidate;
    }
    if (latest !== undefined && latest.position > event.position) {
      found.push(`event ${event.n} is at ${event.position}, before event ${latest.n} at ${latest.position}`);
    }
  }
  return found;
}

function earliest({ n, keyed, sentAt }: PublishTry, firstSent: Map<number, number>): number {
  return keyed ? (firstSent.get(n) ?? sentAt) : sentAt;
}
