import { blockingCheck, type ComplianceVerdict } from '../compliance/compliance-check.ts';
import type { Communication } from './communication.ts';

/** What few messages have when they are made. */
const seldomGiven = {
  campaignId: null,
  executionId: null,
  step: null,
  variant: null,
  inReplyTo: null,
  calendar: null,
  idempotencyKey: null,
  bodyHash: null,
  waitingFor: null,
  correlationId: null,
} satisfies Partial<Communication>;

/** What happens to a message later. */
const notYet = {
  attempts: 0,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  repliedAt: null,
  bouncedAt: null,
} satisfies Partial<Communication>;

type Judged = 'status' | 'failureCode' | 'failureDetail' | 'compliance' | 'nextAttemptAt';
type Seldom = keyof typeof seldomGiven;

export type NewCommunication = Omit<Communication, Judged | Seldom | keyof typeof notYet> &
  Partial<Pick<Communication, Seldom>> & { verdict: ComplianceVerdict };

/** A message that nobody has tried to send: to be sent at its time, or failed where the guard blocks it. */
export function newCommunication({ verdict, ...given }: NewCommunication): Communication {
  const blocking = blockingCheck(verdict);
  return {
    ...seldomGiven,
    ...notYet,
    ...given,
    nextAttemptAt: given.scheduledAt,
    compliance: verdict,
    status: blocking === undefined ? 'pending' : 'failed',
    failureCode:
      blocking === undefined ? null : blocking.rule === 'suppression' ? 'suppressed' : 'compliance_blocked',
    failureDetail: blocking?.detail ?? null,
  };
}
