import type { Outcome } from '../../../kit/net/index.ts';
import { createRetrySchedule, type RetrySchedule } from '../retry-schedule.ts';
import type { RetrySetting } from './receiver-settings.ts';

/** A receiver's own retry policy, ready for use. Null means the service's default. */
export interface RetryPolicy {
  schedule: RetrySchedule | null;
  timeoutMs: number | null;
  isSuccess: ((status: number) => boolean) | null;
}

/** What an unsuccessful response means for a receiver with its own policy; times in Unix milliseconds. */
export interface Ruling {
  /** Earliest next attempt of this delivery. */
  notBefore: number;
  /** Nothing is sent to the receiver until then. */
  restsUntil: number;
  /** The receiver is gone for good. */
  isGone: boolean;
}

export const NO_RULING: Ruling = { notBefore: 0, restsUntil: 0, isGone: false };
const TOO_MANY = 429;
const HTTP_GONE = 410;
/** How long to back off from a receiver that reported overload without saying for how long. */
const REST_MS = 60_000;
/** By then it is paused on every node. */
const GONE_PAUSE_MS = 10_000;
/** The longest that a receiver can postpone us with one response. */
export const MAX_WAIT_MS = 86_400_000;

export function createRetryPolicy({ delays, timeoutSeconds, success }: RetrySetting): RetryPolicy {
  const ranges = success?.map(parseStatusRange);
  return {
    schedule: delays && createRetrySchedule(delays),
    timeoutMs: timeoutSeconds && timeoutSeconds * 1_000,
    isSuccess: ranges ? (status) => ranges.some(([from, to]) => status >= from && status <= to) : null,
  };
}

/** Parses `204` or `200-299`. */
export function parseStatusRange(text: string): [from: number, to: number] {
  const [from, to = from] = text.split('-').map(Number) as [number, number?];
  return [from, to];
}

/** The outcome according to the receiver's own list of success statuses. */
export function applySuccessList(policy: RetryPolicy | null, outcome: Outcome): Outcome {
  if (policy?.isSuccess == null || outcome.status === undefined) return outcome;
  const isSuccess = policy.isSuccess(outcome.status);
  if (isSuccess === outcome.ok) return outcome;
  if (outcome.ok) {
    const message = `The receiver answered ${outcome.status}, which its subscription does not list as a success.`;
    return { ...outcome, ok: false, reason: 'unexpected_status', message };
  }
  if (outcome.reason !== 'unexpected_status') return outcome;
  const { status, headers = {}, body = Buffer.alloc(0), bodyTruncated = false, durationMs } = outcome;
  return {
    ok: true,
    status,
    headers,
    body,
    bodyTruncated,
    durationMs,
    remoteAddress: outcome.remoteAddress ?? '',
  };
}

/** What follows from an unsuccessful response, for a receiver with its own policy. */
export function rulingOf(policy: RetryPolicy | null, outcome: Outcome, endedAt: number): Ruling {
  if (policy === null || outcome.ok || outcome.status === undefined) return NO_RULING;
  if (outcome.status === HTTP_GONE)
    return { notBefore: 0, restsUntil: endedAt + GONE_PAUSE_MS, isGone: true };
  const waitMs = retryAfterMs(outcome.headers?.['retry-after'], endedAt);
  const restMs = outcome.status === TOO_MANY ? (waitMs ?? REST_MS) : 0;
  if (waitMs === undefined && restMs === 0) return NO_RULING;
  return { notBefore: endedAt + (waitMs ?? restMs), restsUntil: restMs && endedAt + restMs, isGone: false };
}

/** Parses `Retry-After`, seconds or a date, to milliseconds. Undefined when it is neither. */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : parseHttpDate(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}

function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
