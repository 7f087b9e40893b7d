import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';

/** The webhook subscriptions that deliver the webhook actions of rules; ids are UUIDs. */
export interface AlertWebhooks {
  /**
   * Delivers the `alert.triggered` events of one rule to a URL. Rejects if the URL is refused, field `url`.
   */
  create(
    orgId: string,
    id: string,
    webhook: { name: string; url: string; secret: string; ruleId: string },
  ): Promise<void>;
  /** False if it no longer exists. */
  rename(orgId: string, id: string, name: string): Promise<boolean>;
  /** A missing one is not an error. */
  remove(orgId: string, id: string): Promise<void>;
}

export interface AlertMail {
  orgId: string;
  to: string;
  subject: string;
  text: string;
  /** With angle brackets; the same on every attempt. */
  messageId: string;
}

/** Sends real mail; rejects when the mail was not accepted. */
export interface AlertMailer {
  send(mail: AlertMail): Promise<void>;
}

/**
 * The values of alert rules that come from the chain. Undefined for those that cannot be read at the moment.
 */
export interface ChainFigures {
  /** Balance of an address in ether. */
  balanceEth(network: string, address: string): Promise<number | undefined>;
  /**
   * Number of events that the contract emitted in a mined transaction: those with the name or signature, or
   * all.
   */
  countEvents(
    scope: ContractScope,
    transaction: {
      network: string;
      hash: string;
      /** The contract's address, and the version whose ABI has its events. */
      address: string;
      version: string;
      eventName: string | null;
    },
  ): Promise<number | undefined>;
}

/** The dependencies of rule evaluation. */
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
