import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { CampaignTerms } from '../../../terms/campaign-terms.repository.ts';
import type { Mailbox } from '../../mailboxes/mailbox.ts';
import type { Communication, FailureCode } from '../communication.ts';

/** A message claimed by this node, with what is needed to send it. */
export interface Outgoing {
  communication: Communication;
  mailbox: Mailbox;
  terms: CampaignTerms | undefined;
  reservation: Reservation | undefined;
  claimedAtMs: number;
}

/** The outcome of an attempt. */
export type Attempt = {
  outgoing: Outgoing;
  token: string;
  startedAtMs: number;
  endedAtMs: number;
} & (
  | { kind: 'sent'; response: string }
  | {
      kind: 'failed';
      code: Exclude<FailureCode, 'compliance_blocked' | 'suppressed' | 'cancelled'>;
      detail: string;
    }
  /** Not handed over: it can be retried. */
  | { kind: 'later'; atMs: number; waitingFor: string; detail: string }
);

/** Delay before each retry: greylisting passes in minutes, full mailboxes in hours. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 720, 1_440].map((minutes) => minutes * 60_000);

/** When a message that was not handed over is retried; undefined once the retries are exhausted. */
export function retryAt(attempts: number, nowMs: number): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : nowMs + delay;
}
