import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { CampaignTerms } from '../../../terms/campaign-terms.repository.ts';
import type { Mailbox } from '../../mailboxes/mailbox.ts';
import type { Communication, FailureCode } from '../communication.ts';

/** A message that this node has claimed, with what its sending needs. */
export interface Outgoing {
  communication: Communication;
  mailbox: Mailbox;
  terms: CampaignTerms | undefined;
  reservation: Reservation | undefined;
  claimedAtMs: number;
}

/** How an attempt ended. */
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
  /** Not handed over: it may be tried again. */
  | { kind: 'later'; atMs: number; waitingFor: string; detail: string }
);

/** How long each attempt waits after the one before it: greylisting is over in minutes, full mailboxes in hours. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 720, 1_440].map((minutes) => minutes * 60_000);

/** When a message that was not handed over is tried again; undefined when it has been tried for long enough. */
export function retryAt(attempts: number, nowMs: number): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : nowMs + delay;
}
