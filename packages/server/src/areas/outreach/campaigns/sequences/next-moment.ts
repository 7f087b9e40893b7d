import { isInWindow, nextInWindow, readWindow, zoneOf } from '../../terms/send-window.ts';
import type { SendWindow } from '../../terms/strategy.ts';

/** Now, or when the window next opens in the recipient's time zone. */
export function nextMoment(stated: SendWindow, recipientZone: string | null, now: Date): Date {
  const zone = zoneOf(stated, recipientZone);
  const window = readWindow(stated);
  if (isInWindow(window, zone, now.getTime())) return now;
  return new Date(nextInWindow(window, zone, now.getTime()));
}
