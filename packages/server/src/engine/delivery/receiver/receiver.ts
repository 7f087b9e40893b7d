import type { ReceiverSettings } from './receiver-settings.ts';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.ts';

/** What a receiver asked for, ready for use, secrets opened. */
export interface Receiver {
  retry: RetryPolicy | null;
}

/** Null for a receiver that asked for nothing. */
export function openReceiver(settings: ReceiverSettings | null): Receiver | null {
  if (settings === null) return null;
  return { retry: settings.retry ? createRetryPolicy(settings.retry) : null };
}
