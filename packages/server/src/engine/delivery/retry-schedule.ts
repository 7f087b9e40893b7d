import { required } from '../../kit/required.ts';

/** The interface's delays before each of the five attempts, in seconds, counted from the previous one. */
export const defaultRetryDelaysSeconds = [0, 60, 300, 1800, 7200] as const;

/** When each attempt of a delivery is due. */
export interface RetrySchedule {
  maxAttempts: number;
  /** Milliseconds to wait before attempt number `attempt` (from 1), counted from the previous one. */
  delayMs(attempt: number): number;
}

export function createRetrySchedule(delaysSeconds: readonly number[]): RetrySchedule {
  return {
    maxAttempts: delaysSeconds.length,
    delayMs: (attempt) => required(delaysSeconds[attempt - 1], 'the delay before an attempt') * 1000,
  };
}
