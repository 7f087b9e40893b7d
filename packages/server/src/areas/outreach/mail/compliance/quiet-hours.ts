import { IANAZone } from 'luxon';
import type { QuietHours } from '../../terms/legal-terms.ts';
import { isInWindow, nextInWindow, readWindow, weekdays } from '../../terms/send-window.ts';

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
