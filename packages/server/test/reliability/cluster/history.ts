/**
 * What clients and receivers of a cluster observed, and nothing else: a checker that also read the database would trust
 * it. All times are `performance.now()` of the one process that observed everything.
 */
export interface History {
  publishes: PublishTry[];
  deliveries: Arrival[];
  /** The log, read with a stream from its start at the end of the run. */
  log: LoggedEvent[];
  /** The events of each stream that was followed during the run, in their order of arrival. */
  streams: LoggedEvent[][];
  /** Events read by the id in the answer to a publish. */
  reads: EventRead[];
  /** Values that one session writes and all sessions read. */
  registers: RegisterOperation[];
  /** Requests that count against a limit. */
  counted: CountedRequest[];
  /** Requests with keys that had been deleted. */
  revoked: RevokedUse[];
  executions: ExecutionTry[];
  /** The results of the executions as reported by the service at the end. */
  outcomes: { n: number; executionId: string; status: string }[];
  /** Transfers in the blocks of the chain. */
  chain: ChainCall[];
  /** Campaigns with a budget for fewer mails than they have leads. */
  campaigns: CampaignUse[];
  /** Mails that a server accepted. */
  mails: Mail[];
  /** Answers that must never occur, described in words. */
  unexpected: string[];
  /** Contradictions between the log and the checkpoints that were signed for it, described in words. */
  unproven: string[];
  faults: Fault[];
}

/** One request to publish event `n`; with an idempotency key it may be sent several times. */
export interface PublishTry {
  n: number;
  /** The event type. */
  type: string;
  /** Sent with an Idempotency-Key, so that all requests for `n` make one event. */
  keyed: boolean;
  /** Its place in its lane: the next event is sent when this one is acknowledged. Unset: without order. */
  lane?: { name: string; place: number };
  node: string;
  sentAt: number;
  endedAt: number;
  /** Undefined: there was no answer. */
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

/** The number for events that the service itself published. */
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
  /** For a write: whether it was acknowledged. Reads without an answer are not recorded. */
  acknowledged: boolean;
  /** For a read: whether a replica answered it. */
  isOfReplica?: boolean;
}

export interface CountedRequest {
  limit: string;
  /** From the answer: the limit, and the end of the window in seconds since the epoch. */
  most: number;
  resetAt: number;
  windowSeconds: number;
  allowed: boolean;
  at: number;
}

/** One request to transfer the amount `n`. Each amount has its own idempotency key. */
export interface ExecutionTry {
  n: number;
  node: string;
  sentAt: number;
  endedAt: number;
  /** Undefined: there was no answer. */
  status: number | undefined;
  executionId?: string;
}

export interface ChainCall {
  n: number;
  hash: string;
  nonce: number;
}

/** A campaign whose leads all have addresses in a separate domain. */
export interface CampaignUse {
  domain: string;
  leads: number;
  /** The budgets in millionths of a USD, each with the time of its request. */
  limits: { micros: number; askedAt: number; acknowledged: boolean }[];
  /** The price of a mail. */
  priceMicros: number;
  reads: { spentMicros: number; reservedMicros: number; sentAt: number; node: string }[];
  /** What the service reported at the end; undefined: nothing. */
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
  /** When the answer to the deletion arrived. */
  deletedAt: number;
  sentAt: number;
  node: string;
  status: number;
}

/** A fault in the cluster. */
export interface Fault {
  kind: string;
  /** The node whose work another one must take over; unset if the fault affects all nodes. */
  node?: string;
  /** Afterwards, the nodes take the time from another clock. */
  movesClock?: boolean;
  startedAt: number;
  endedAt: number;
}

/** A receiver, and what it must get. */
export interface Receiver {
  name: string;
  /** Event types; it must get all events of these types between the two times. */
  types: string[];
  /** When its subscription was acknowledged. */
  from: number;
  /** When its deletion was requested; unset: never. */
  until?: number;
  /** When the deletion was acknowledged: events sent later must not arrive. */
  endedAt?: number;
  ordered: boolean;
}
