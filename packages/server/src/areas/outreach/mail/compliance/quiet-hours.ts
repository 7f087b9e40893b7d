import { IANAZone } from 'luxon';
import type { QuietHours } from '../../terms/legal-terms.ts';
import { isInWindow, nextInWindow, readWindow, weekdays } from '../../terms/send-window.ts';

/** Usual night hours. By default, mail at these hours is reported but not held back. */
export const usualQuietHours: QuietHours = { start: '21:00', end: '08:00' };

/**
 * When the quiet hours around a time end; undefined when it is not in any, or the recipient's zone is
 * unknown.
 */
export function quietUntil(quiet: QuietHours, zone: string | null, atMs: number): number | undefined {
  if (zone === null || !IANAZone.isValidZone(zone)) return undefined;
  const awake = readWindow({ days: [...weekdays], start: quiet.end, end: quiet.start });
  return isInWindow(awake, zone, atMs) ? undefined : nextInWindow(awake, zone, atMs);
}
