import { IANAZone } from 'luxon';
import { isInWindow, nextInWindow, readWindow, weekdays } from '../../terms/send-window.ts';

/** From an evening to the next morning, by the recipient's clock. */
export interface QuietHours {
  /** `HH:MM`. */
  start: string;
  end: string;
}

/** What people call night. Where nothing else is said, mail in these hours is told of, not held. */
export const usualQuietHours: QuietHours = { start: '21:00', end: '08:00' };

/**
 * When the quiet hours end that a moment lies in; undefined when it lies in none, or nobody knows where the
 * recipient is.
 */
export function quietUntil(quiet: QuietHours, zone: string | null, atMs: number): number | undefined {
  if (zone === null || !IANAZone.isValidZone(zone)) return undefined;
  const awake = readWindow({ days: [...weekdays], start: quiet.end, end: quiet.start });
  return isInWindow(awake, zone, atMs) ? undefined : nextInWindow(awake, zone, atMs);
}
