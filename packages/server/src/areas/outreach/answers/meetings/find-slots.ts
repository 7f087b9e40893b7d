import { IANAZone } from 'luxon';
import { isInWindow, nextInWindow, readWindow, zoneOf } from '../../terms/send-window.ts';
import type { Availability } from './meeting.ts';

const NOTICE_MS = 2 * 3_600_000;
const AHEAD_MS = 14 * 86_400_000;
const MAX_SLOTS = 40;
/** Slots start on the half hour. */
const GRID_MS = 30 * 60_000;

/** Free times in the next two weeks, limited to the wishes if there are any, in chronological order. */
export function findSlots(
  availability: Availability,
  busy: readonly { from: number; to: number }[],
  nowMs: number,
  isWished: (atMs: number) => boolean = () => true,
): Date[] {
  const { durationMinutes, timezone, days, start, end } = availability;
  const length = durationMinutes * 60_000;
  const window = readWindow({ days, start, end });
  const zone = zoneOf({ timezone }, null);
  const slots: Date[] = [];
  const local = IANAZone.create(zone);
  let at = nextHalfHour(local, nowMs + NOTICE_MS);
  while (slots.length < MAX_SLOTS && at < nowMs + AHEAD_MS) {
    if (!isInWindow(window, zone, at)) {
      at = nextHalfHour(local, nextInWindow(window, zone, at));
      continue;
    }
    const fits = isInWindow(window, zone, at + length - 60_000);
    if (fits && isWished(at) && !busy.some((one) => at < one.to && at + length > one.from))
      slots.push(new Date(at));
    at = nextHalfHour(local, at + Math.max(length, GRID_MS));
  }
  return slots;
}

/** The first full or half hour of the local clock: some zones are a quarter of an hour off. */
function nextHalfHour(zone: IANAZone, fromMs: number): number {
  const offsetMs = zone.offset(fromMs) * 60_000;
  return Math.ceil((fromMs + offsetMs) / GRID_MS) * GRID_MS - offsetMs;
}
