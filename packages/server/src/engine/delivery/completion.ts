import type { FailureReason, Outcome } from '../../kit/net/index.ts';
import { type Ending, endingOf } from './figures/attempt-figures.ts';
import { NO_RULING, type Ruling } from './receiver/retry-policy.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Delivery, Subscription } from './subscription.ts';

/** How an attempt ended, and what follows for its delivery. */
export interface Completion {
  delivery: Delivery;
  subscription: Subscription;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Unix milliseconds at which it started. */
  attemptedAt: number;
  next: 'done' | 'retry' | 'dead';
  /** Unix milliseconds; null unless `next` is `retry`. */
  nextRetryAt: number | null;
  responseCode: number | null;
  responseTimeMs: number;
  ending: Ending;
  error: string | null;
  /** Of the subscription, as it was sent with. */
  revision: number;
  responseHeaders: string | null;
  responseBody: Buffer | null;
  /** The receiver said that it will not be back. */
  isGone: boolean;
}

/** What follows from an outcome, by the receiver's own retries or the interface's. */
export function judgeAttempt(
  delivery: Delivery,
  subscription: Subscription,
  outcome: Outcome,
  attemptedAt: number,
  endedAt: number,
  standard: RetrySchedule,
  { notBefore, isGone }: Ruling = NO_RULING,
): Completion {
  const schedule = scheduleOf(subscription, standard);
  const attempt = delivery.attempts + 1;
  const next = outcome.ok ? 'done' : attempt < schedule.maxAttempts && !isGone ? 'retry' : 'dead';
  return {
    delivery,
    subscription,
    attempt,
    attemptedAt,
    next,
    nextRetryAt: next === 'retry' ? Math.max(endedAt + schedule.delayMs(attempt + 1), notBefore) : null,
    responseCode: outcome.status ?? null,
    responseTimeMs: Math.round(outcome.durationMs),
    ending: endingOf(outcome),
    error: errorText(outcome),
    revision: subscription.revision,
    responseHeaders: outcome.headers === undefined ? null : JSON.stringify(outcome.headers),
    responseBody: outcome.body === undefined || outcome.body.length === 0 ? null : outcome.body,
    isGone,
  };
}

/** When the attempts of a subscription are due. */
export function scheduleOf(
  { receiver }: Pick<Subscription, 'receiver'>,
  standard: RetrySchedule,
): RetrySchedule {
  return receiver?.retry?.schedule ?? standard;
}

/** Milliseconds from the acceptance of the event to the end of an attempt that succeeded; null for one that failed. */
export function deliveryTimeMs({ delivery, next, attemptedAt, responseTimeMs }: Completion): number | null {
  // Clocks of several nodes differ.
  return next === 'done' ? Math.max(attemptedAt + responseTimeMs - delivery.event.occurredAt, 0) : null;
}

/** What the owner of the URL is told of a failure. */
export function errorText(outcome: Outcome): string | null {
  return outcome.ok ? null : `${outcome.reason}: ${outcome.message}`;
}

/** Whether what the owner was told has this reason. */
export function hasReason(error: string | null, reason: FailureReason): boolean {
  return error?.startsWith(`${reason}: `) ?? false;
}
