import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Mailer, SigningKeys } from '../../../../engine/mail/index.ts';
import type { AnyDatabase, NewEvent, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { QueryRows } from '../../../../kit/db/index.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';
import type { CostLedger } from '../../books/economics/ledger.ts';
import type { Links } from '../links/links.ts';

/** Which nodes are alive; whatever a dead one held can be freed. */
export interface Nodes {
  readonly nodeId: string;
  mayAct(): boolean;
  /** Each with its last heartbeat, by which it counts as dead. */
  deadNodes(): { nodeId: string; lastHeartbeat: Date }[];
  onNodeDead(handler: (nodeId: string) => void | Promise<void>): void;
}

/** Dependencies of campaigns and messages. */
export interface SendingPorts {
  pool: Pool;
  db: AnyDatabase;
  clock: Clock;
  log: Logger;
  unitOfWork: UnitOfWork;
  mailer: Mailer;
  keys: SigningKeys;
  secretBox: SecretBox;
  nodes: Nodes;
  ledger: CostLedger;
  links: Links;
  /** Cost of one sent mail in micro-USD. */
  mailPriceMicros: number;
  /** Domain of the default mailbox an organization has until it creates one. */
  mailDomain: string;
  /** Return address for bounces, such as `bounces@example.com`; undefined for the mailbox itself. */
  bounceAddress: string | undefined;
  /**
   * Pauses an active campaign whose budget is spent, in the caller's transaction; the caller publishes the
   * events.
   */
  pauseUnfunded(
    query: QueryRows,
    spent: { orgId: string; campaignId: string; at: Date },
  ): Promise<NewEvent[]>;
}
