import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';

/** The webhook subscriptions behind the webhook actions of rules; ids are UUIDs. */
export interface AlertWebhooks {
  /**
   * Delivers one rule's `alert.triggered` events to a URL. Rejects with the error for a URL that is not
   * allowed, field `url`.
   */
  create(
    orgId: string,
    id: string,
    webhook: { name: string; url: string; secret: string; ruleId: string },
  ): Promise<void>;
  /** False when it no longer exists. */
  rename(orgId: string, id: string, name: string): Promise<boolean>;
  /** A missing one is not an error. */
  remove(orgId: string, id: string): Promise<void>;
}

export interface AlertMail {
  orgId: string;
  to: string;
  subject: string;
  text: string;
  /** Including angle brackets; the same on every attempt. */
  messageId: string;
}

/** Sends real mail; rejects when it was not accepted. */
export interface AlertMailer {
  send(mail: AlertMail): Promise<void>;
}

/** Figures for alert rules that only the chain knows. Undefined when currently unavailable. */
export interface ChainFigures {
  /** An address's balance in ether. */
  balanceEth(network: string, address: string): Promise<number | undefined>;
  /** Events emitted by the contract in a mined transaction: those with the name or signature, or all. */
  countEvents(
    scope: ContractScope,
    transaction: {
      network: string;
      hash: string;
      /** The contract's address, and the version whose ABI decodes its events. */
      address: string;
      version: string;
      eventName: string | null;
    },
  ): Promise<number | undefined>;
}

/** Dependencies of the alert watch. */
export interface AlertWatchPorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  clock: Clock;
  /** Only one node evaluates at a time. */
  isLeader(): boolean;
  chain?: ChainFigures | undefined;
  onError(error: unknown): void;
}
