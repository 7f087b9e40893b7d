/**
 * What clients and receivers of a cluster saw, and nothing else: a checker that also looked into the database would
 * believe it. All times are `performance.now()` of the one process that saw it all.
 */
export interface History {
  publishes: PublishTry[];
  deliveries: Arrival[];
  /** The log, as a stream from its beginning shows it once all is over. */
  log: LoggedEvent[];
  /** What each stream showed that was followed all along, in the order in which it came. */
  streams: LoggedEvent[][];
  /** Events asked for by the id that a publish was answered with. */
  reads: EventRead[];
  /** Values that one session each writes and all read. */
  registers: RegisterOperation[];
  /** Requests that count against a limit. */
  counted: CountedRequest[];
  /** Keys that were deleted, and asked with afterwards. */
  revoked: RevokedUse[];
  executions: ExecutionTry[];
  /** What the service told of them when all was over. */
  outcomes: { n: number; executionId: string; status: string }[];
  /** Transfers in the blocks of the chain. */
  chain: ChainCall[];
  /** Campaigns whose budget does not hold a mail to each of their leads. */
  campaigns: CampaignUse[];
  /** Mails that a server took. */
  mails: Mail[];
  /** Answers that nobody should get, in words. */
  unexpected: string[];
  /** What the log breaks of the checkpoints that were signed for it, in words. */
  unproven: string[];
  faults: Fault[];
}

/** One request to publish event `n`; a key may be sent many times. */
export interface PublishTry {
  n: number;
  /** Of which type, as subscriptions name it. */
  type: string;
  /** Sent with an Idempotency-Key, so that all tries of `n` are one. */
  keyed: boolean;
  /** Its place in the order of its lane: the next is sent when this one is acknowledged. Unset: without order. */
  lane?: { name: string; place: number };
  node: string;
  sentAt: number;
  endedAt: number;
  /** Undefined: no answer came. */
  status: number | undefined;
  eventId?: string;
}

/** One request that reached a receiver. */
export interface Arrival {
  receiver: string;
  webhookId: string;
  eventId: string;
  n: number;
  at: number;
}

export interface LoggedEvent {
  position: number;
  eventId: string;
  n: number;
}

/** The number of what the service itself published. */
export const OF_THE_SERVICE = -1;

export interface EventRead {
  eventId: string;
  node: string;
  sentAt: number;
  status: number;
}

export interface RegisterOperation {
  register: string;
  kind: 'write' | 'read';
  value: number;
  node: string;
  sentAt: number;
  endedAt: number;
  /** Of a write: whether it was acknowledged. Reads without an answer are left out. */
  acknowledged: boolean;
  /** Of a read: a replica answered it. */
  isOfReplica?: boolean;
}

export interface CountedRequest {
  limit: string;
  /** What its answer says: the limit, and when the window ends, in seconds since the epoch. */
  most: number;
  resetAt: number;
  windowSeconds: number;
  allowed: boolean;
  at: number;
}

/** One request to transfer the amount `n`, under the one key of that amount. */
export interface ExecutionTry {
  n: number;
  node: string;
  sentAt: number;
  endedAt: number;
  /** Undefined: no answer came. */
  status: number | undefined;
  executionId?: string;
}

export interface ChainCall {
  n: number;
  hash: string;
  nonce: number;
}

/** A campaign, all of whose leads have addresses in a domain of its own. */
export interface CampaignUse {
  domain: string;
  leads: number;
  /** In millionths of a USD; each when it was asked for. */
  limits: { micros: number; askedAt: number; acknowledged: boolean }[];
  /** What a mail costs. */
  priceMicros: number;
  reads: { spentMicros: number; reservedMicros: number; sentAt: number; node: string }[];
  /** What the service told when all was over; undefined: nothing. */
  end?: CampaignEnd;
}

export interface CampaignEnd {
  status: string;
  pauseReason: string | null;
  spentMicros: number;
  messages: { to: string; status: string; failureCode: string | null }[];
}

export interface Mail {
  to: string;
  at: number;
}

export interface RevokedUse {
  /** When the answer to the deletion was there. */
  deletedAt: number;
  sentAt: number;
  node: string;
  status: number;
}

/** What was done to the cluster. */
export interface Fault {
  kind: string;
  /** Whose work another has to take over; unset: nobody's, as everybody suffers. */
  node?: string;
  /** The clock that all nodes take the time from is another one afterwards. */
  movesClock?: boolean;
  startedAt: number;
  endedAt: number;
}

/** A receiver, and what it has to get. */
export interface Receiver {
  name: string;
  /** Types of events; all that were sent between the two times. */
  types: string[];
  /** Its subscription was acknowledged. */
  from: number;
  /** Its end was asked for; never unless told. */
  until?: number;
  /** When that was acknowledged: nothing that is sent afterwards may come. */
  endedAt?: number;
  ordered: boolean;
}
