import { blockingCheck, type ComplianceVerdict } from '../compliance/compliance-check.ts';
import type { Communication } from './communication.ts';

/** Optional fields that most new messages lack. */
const emptyOptionalFields = {
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

/** Fields that are set later. */
const notYet = {
  attempts: 0,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  repliedAt: null,
  bouncedAt: null,
} satisfies Partial<Communication>;

type CheckedFields = 'status' | 'failureCode' | 'failureDetail' | 'compliance' | 'nextAttemptAt';
type Seldom = keyof typeof emptyOptionalFields;

export type NewCommunication = Omit<Communication, CheckedFields | Seldom | keyof typeof notYet> &
  Partial<Pick<Communication, Seldom>> & { verdict: ComplianceVerdict };

/** A message nobody has tried to send yet: queued for its time, or failed when the guard blocks it. */
export function newCommunication({ verdict, ...given }: NewCommunication): Communication {
  const blocking = blockingCheck(verdict);
  return {
    ...emptyOptionalFields,
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
