import { createHash } from 'node:crypto';
import { addressRefusal, isRecipientAddress } from '../../../../engine/mail/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { GroupCommit, OwnerGroups } from '../../../../kit/batching/index.ts';
import { only, rowsIn } from '../../../../kit/db/index.ts';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { holdLeads } from '../../people/leads/known-lead.repository.ts';
import { type Count, countAll } from '../../terms/counter.repository.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';
import { blockingCheck } from '../compliance/compliance-check.ts';
import { isPlainTemplate } from '../templates/template-renderer.ts';
import { findByKeys, insertCommunications } from './communication.repository.ts';
import type { Communication } from './communication.ts';
import { blockedEvent } from './communication-events.ts';
import { enqueueSpans } from './enqueue-spans.ts';
import { type QueueContext, readQueueContext } from './queue-context.ts';
import type { QueueRequest } from './queue-request.ts';
import type { SendingPorts } from './sending-ports.ts';
import { toQueuedCommunication } from './to-queued-communication.ts';

export interface Queued {
  communication: Communication;
  /** Whether the key was used before with this same request. */
  isReplay: boolean;
}

/** Marks texts that need more than plain placeholders: they are handled in their organization's own group. */
const NEEDS_SANDBOX = Symbol('apart');
type Outcome = Queued | AppError | typeof NEEDS_SANDBOX;

/** Rendering and checking a message takes some 50 µs. */
const MAX_BATCH = 100;

/**
 * Accepts messages into the outbox. Requests arriving together share their statements. A key belongs to one
 * message for good; a different request with the same key is rejected.
 */
export class CommunicationQueue {
  readonly #ports: SendingPorts;
  readonly #group: GroupCommit<QueueRequest, Outcome>;
  /** For texts rendered in the sandbox, however long that takes. */
  readonly #apart: OwnerGroups<QueueRequest, Outcome>;
  readonly #onQueued: () => void;

  constructor(ports: SendingPorts, onQueued: () => void) {
    this.#ports = ports;
    this.#onQueued = onQueued;
    const options = { maxItems: MAX_BATCH, triesAlone: () => true };
    this.#group = new GroupCommit({ ...options, run: (requests) => this.#run(requests, 'plain') });
    this.#apart = new OwnerGroups({ ...options, run: (requests) => this.#run(requests, 'any') });
  }

  /** Resolves when the message is durable; rejects with the error for the caller. */
  async add(request: QueueRequest): Promise<Queued> {
    checkRequest(request);
    const { orgId, subject = '', body = '', html = '' } = request;
    let outcome: Outcome = NEEDS_SANDBOX;
    // Its template or its values may still need the sandbox.
    if ([subject, body, html].every(isPlainTemplate)) outcome = await this.#group.add(request);
    if (outcome === NEEDS_SANDBOX) outcome = await this.#apart.add(orgId, request);
    if (outcome instanceof AppError) throw outcome;
    return outcome as Queued;
  }

  async drain(): Promise<void> {
    await this.#group.drain();
    await this.#apart.drain();
  }

  async #run(requests: QueueRequest[], texts: 'plain' | 'any'): Promise<Outcome[]> {
    const outcomes = new Map<QueueRequest, Outcome>();
    const known = await findByKeys(rowsIn(this.#ports.db), keysOf(requests));
    const byKey = new Map(known.map((one) => [`${one.orgId} ${one.idempotencyKey}`, one]));
    const firsts = new Map<string, QueueRequest>();
    const fresh: QueueRequest[] = [];
    for (const request of requests) {
      const name = request.idempotencyKey && `${request.orgId} ${request.idempotencyKey}`;
      const earlier = name ? byKey.get(name) : undefined;
      if (earlier !== undefined) outcomes.set(request, replay(request, earlier));
      else if (name && firsts.has(name)) continue;
      else {
        if (name) firsts.set(name, request);
        fresh.push(request);
      }
    }
    if (fresh.length > 0)
      for (const [request, outcome] of await this.#write(fresh, texts)) outcomes.set(request, outcome);
    return Promise.all(
      requests.map((request) => outcomes.get(request) ?? this.#follow(request, firsts, outcomes, texts)),
    );
  }

  /** The result for a request whose key appeared earlier in the same batch. */
  async #follow(
    request: QueueRequest,
    firsts: Map<string, QueueRequest>,
    outcomes: Map<QueueRequest, Outcome>,
    texts: 'plain' | 'any',
  ): Promise<Outcome> {
    const brought = firsts.get(`${request.orgId} ${request.idempotencyKey}`);
    const first = required(brought && outcomes.get(brought), 'the outcome of the first under a key');
    if (first === NEEDS_SANDBOX) return NEEDS_SANDBOX;
    if (!(first instanceof AppError)) return replay(request, first.communication);
    // The first was rejected and did not use the key, so this one is decided on its own.
    return only(await this.#run([request], texts));
  }

  async #write(requests: QueueRequest[], texts: 'plain' | 'any'): Promise<Map<QueueRequest, Outcome>> {
    const outcomes = new Map<QueueRequest, Outcome>();
    const byOrg = Map.groupBy(requests, ({ orgId }) => orgId);
    for (const [orgId, group] of byOrg) {
      const context = await readQueueContext(this.#ports, orgId, group);
      const made = await Promise.all(
        group.map(async (request) => [request, await this.#make(request, context, texts)] as const),
      );
      const { written, erased } = await this.#store(
        orgId,
        made.map(([, one]) => one).filter((one) => typeof one === 'object' && !(one instanceof AppError)),
      );
      for (const [request, one] of made) {
        const isMade = one !== NEEDS_SANDBOX && !(one instanceof AppError);
        if (isMade && erased.has(one.id)) outcomes.set(request, only(await this.#run([request], texts)));
        else outcomes.set(request, isMade ? this.#outcome(one, written) : one);
      }
      await this.#settleTaken(outcomes, group);
    }
    return outcomes;
  }

  async #make(
    request: QueueRequest,
    context: QueueContext,
    texts: 'plain' | 'any',
  ): Promise<Communication | AppError | typeof NEEDS_SANDBOX> {
    try {
      return (await toQueuedCommunication(this.#ports, request, context, texts)) ?? NEEDS_SANDBOX;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /**
   * Inserts rows, and events for blocked ones. Returns the inserted ids, and those whose lead was erased since it
   * was read.
   */
  async #store(orgId: string, made: readonly Communication[]): Promise<Stored> {
    const stored = await this.#ports.unitOfWork<Stored>(async (tx) => {
      const query = rowsIn(tx);
      const leadIds = [...new Set(made.flatMap(({ leadId }) => leadId ?? []))];
      const held = await holdLeads(query, orgId, leadIds, { waits: true });
      const rows = made.filter(({ leadId }) => leadId === null || held.has(leadId));
      const erased = new Set(made.filter((row) => !rows.includes(row)).map(({ id }) => id));
      const blocked = rows.filter(({ status }) => status === 'failed');
      await countAll(
        query,
        orgId,
        blocked.map((row): Count => ({ ...row, metric: 'blocked' })),
      );
      const added = await insertCommunications(query, rows);
      const now = this.#ports.clock.now();
      const spans = rows.filter(({ id }) => added.has(id)).flatMap((row) => enqueueSpans(row, now));
      await recordSpans(tx, orgId, spans);
      return { value: { written: added, erased }, events: blocked.flatMap(blockedEvents) };
    });
    if (made.some(({ status }) => status === 'pending')) this.#onQueued();
    return stored;
  }

  #outcome(row: Communication, written: Set<string>): Outcome {
    if (!written.has(row.id)) return TAKEN;
    return row.status === 'failed' ? refusalOf(row) : { communication: row, isReplay: false };
  }

  /** Resolves keys that another node took meanwhile. */
  async #settleTaken(outcomes: Map<QueueRequest, Outcome>, group: readonly QueueRequest[]): Promise<void> {
    const taken = group.filter((request) => outcomes.get(request) === TAKEN);
    if (taken.length === 0) return;
    const earlierOnes = await findByKeys(rowsIn(this.#ports.db), keysOf(taken));
    for (const request of taken) {
      const earlier = earlierOnes.find((one) => one.idempotencyKey === request.idempotencyKey);
      if (earlier !== undefined) outcomes.set(request, replay(request, earlier));
    }
  }
}

/** Ids of messages. */
interface Stored {
  written: Set<string>;
  erased: Set<string>;
}

function blockedEvents(row: Communication): NewEvent[] {
  const check = blockingCheck(row.compliance);
  return check === undefined ? [] : [blockedEvent(row, check, row.createdAt)];
}

const TAKEN = new AppError('conflict', {
  message: 'A message with this id exists already. Send the request again.',
});

function keysOf(requests: readonly QueueRequest[]): { orgId: string; key: string }[] {
  return requests.flatMap(({ orgId, idempotencyKey: key }) => (key === undefined ? [] : [{ orgId, key }]));
}

function checkRequest({ to, channel, leadId }: QueueRequest): void {
  if (channel !== 'email') {
    throw invalidField('channel', `There is no transport for the channel \`${channel}\`. Use \`email\`.`);
  }
  if (to === undefined && leadId === undefined) {
    throw new AppError('missing_required_field', {
      field: 'to',
      message: '`to` or `lead_id` is required. Name the address or the lead.',
    });
  }
  if (to !== undefined && !isRecipientAddress(to)) {
    throw invalidField('to', addressRefusal('to', to));
  }
}

function replay(request: QueueRequest, earlier: Communication): Outcome {
  if (request.bodyHash !== null && earlier.bodyHash?.equals(request.bodyHash))
    return { communication: earlier, isReplay: true };
  return new AppError('idempotency_conflict', {
    field: 'idempotency_key',
    message: 'This idempotency key was used with another message. Use a new key for a new message.',
  });
}

function refusalOf(row: Communication): AppError {
  const check = required(blockingCheck(row.compliance), 'the check that blocked a message');
  const field = fieldOf[check.rule];
  const { lead_suppressed, compliance_blocked } = outreachErrors;
  return new AppError(check.rule === 'suppression' ? lead_suppressed : compliance_blocked, {
    ...(field !== undefined && { field }),
    message: `The message was not queued. ${check.detail}`,
    details: { communication_id: formatId('com', row.id), rule: check.rule, checks: row.compliance.checks },
  });
}

const fieldOf: Record<string, string | undefined> = {
  honest_subject: 'subject',
  unresolved_variables: 'variables',
  claims_without_evidence: 'body',
  suppression: 'to',
};

/** Identifies a request apart from its key. */
export function hashRequest(body: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
