import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Mailer, SigningKeys } from '../../../../engine/mail/index.ts';
import type { AnyDatabase, NewEvent, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { QueryRows } from '../../../../kit/db/index.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';
import type { CostLedger } from '../../books/economics/ledger.ts';
import type { Links } from '../links/links.ts';

/** Which nodes live; what a dead one held is free. */
export interface Nodes {
  readonly nodeId: string;
  mayAct(): boolean;
  /** Each with the heartbeat that it is dead by. */
  deadNodes(): { nodeId: string; lastHeartbeat: Date }[];
  onNodeDead(handler: (nodeId: string) => void | Promise<void>): void;
}

/** What campaigns and messages work with. */
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
  /** What one sent mail is booked at, micro-USD. */
  mailPriceMicros: number;
  /** Domain of the mailbox that an organization has before it makes one. */
  mailDomain: string;
  /** Where bounces go, such as `bounces@example.com`; undefined: to the mailbox itself. */
  bounceAddress: string | undefined;
  /** Pauses an active campaign whose budget is spent, in the caller's transaction; the events are the caller's to publish. */
  pauseUnfunded(
    query: QueryRows,
    spent: { orgId: string; campaignId: string; at: Date },
  ): Promise<NewEvent[]>;
}
