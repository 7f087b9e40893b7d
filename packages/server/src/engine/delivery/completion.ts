import type { FailureReason, Outcome } from '../../kit/net/index.ts';
import { type Ending, endingOf } from './figures/attempt-figures.ts';
import { NO_RULING, type Ruling } from './receiver/retry-policy.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Delivery, Subscription } from './subscription.ts';

/** How an attempt ended, and what happens to its delivery. */
export interface Completion {
  delivery: Delivery;
  subscription: Subscription;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Start time, Unix milliseconds. */
  attemptedAt: number;
  next: 'done' | 'retry' | 'dead';
  /** Unix milliseconds; null unless `next` is `retry`. */
  nextRetryAt: number | null;
  responseCode: number | null;
  responseTimeMs: number;
  ending: Ending;
  error: string | null;
  /** The subscription's revision it was sent with. */
  revision: number;
  responseHeaders: string | null;
  responseBody: Buffer | null;
  /** The receiver said that it is gone for good. */
  isGone: boolean;
}

/** Decides what follows from an outcome, by the receiver's own retry schedule or the interface's. */
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

/** When a subscription's attempts are due. */
export function scheduleOf(
  { receiver }: Pick<Subscription, 'receiver'>,
  standard: RetrySchedule,
): RetrySchedule {
  return receiver?.retry?.schedule ?? standard;
}

/** Milliseconds from the event's acceptance to the end of a successful attempt; null for a failed one. */
export function deliveryTimeMs({ delivery, next, attemptedAt, responseTimeMs }: Completion): number | null {
  // Clocks of different nodes may disagree.
  return next === 'done' ? Math.max(attemptedAt + responseTimeMs - delivery.event.occurredAt, 0) : null;
}

/** The failure message for the URL's owner. */
export function errorText(outcome: Outcome): string | null {
  return outcome.ok ? null : `${outcome.reason}: ${outcome.message}`;
}

/** Whether the owner's message has this reason. */
export function hasReason(error: string | null, reason: FailureReason): boolean {
  return error?.startsWith(`${reason}: `) ?? false;
}
