import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';

/** The webhook subscriptions that carry the webhook actions of rules; ids are UUIDs. */
export interface AlertWebhooks {
  /** Delivers the `alert.triggered` events of one rule to a URL. Rejects with the refusal of a URL, field `url`. */
  create(
    orgId: string,
    id: string,
    webhook: { name: string; url: string; secret: string; ruleId: string },
  ): Promise<void>;
  /** False where it is gone. */
  rename(orgId: string, id: string, name: string): Promise<boolean>;
  /** One that is gone is no error. */
  remove(orgId: string, id: string): Promise<void>;
}

export interface AlertMail {
  orgId: string;
  to: string;
  subject: string;
  text: string;
  /** With its angle brackets; the same on every attempt. */
  messageId: string;
}

/** Sends real mail; rejects when it was not taken. */
export interface AlertMailer {
  send(mail: AlertMail): Promise<void>;
}

/** What only the chain can tell an alert rule. Undefined for what cannot be read just now. */
export interface ChainFigures {
  /** Ether that an address holds. */
  balanceEth(network: string, address: string): Promise<number | undefined>;
  /** Events that the contract emitted in a mined transaction: those of the name or signature, or all. */
  countEvents(
    scope: ContractScope,
    transaction: {
      network: string;
      hash: string;
      /** The contract's address, and the version whose ABI knows its events. */
      address: string;
      version: string;
      eventName: string | null;
    },
  ): Promise<number | undefined>;
}

/** What the watch over the rules works with. */
export interface AlertWatchPorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  clock: Clock;
  /** One node evaluates at a time. */
  isLeader(): boolean;
  chain?: ChainFigures | undefined;
  onError(error: unknown): void;
}
