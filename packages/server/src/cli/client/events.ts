import {
  leafHash,
  NoteError,
  parseVerifierKey,
  verifyCheckpoint,
  verifyInclusion,
} from '../../kit/merkle/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, numberOf, readJson } from './connect.ts';
import { connectionMessages, print, styled } from './print.ts';

interface PublishOptions extends ClientOptions {
  data: string;
  source: string;
  correlationId?: string;
  idempotencyKey?: string;
}

export async function publish(type: string, options: PublishOptions): Promise<void> {
  const data = readJson(options.data, '--data');
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new CommandError('--data must be a JSON object, such as \'{"order_id":"1001"}\'.');
  }
  const { correlationId, idempotencyKey, source } = options;
  const event = {
    type,
    source,
    data: data as Record<string, unknown>,
    ...(correlationId !== undefined && { metadata: { correlationId } }),
  };
  const answer = await connect(options).events.publish(
    event,
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
  const { eventId, workflowsTriggered } = answer;
  const runs =
    workflowsTriggered === 0
      ? ''
      : `; it started ${workflowsTriggered} workflow ${workflowsTriggered === 1 ? 'run' : 'runs'}`;
  await print(options, answer, `${eventId}  ${type}${runs}`);
}

interface TailOptions extends ClientOptions {
  from?: string;
  correlationId?: string;
  count?: string;
}

/** Prints events as they are committed, until the user stops it. */
export async function tail(pattern: string | undefined, options: TailOptions): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let left = options.count === undefined ? Number.POSITIVE_INFINITY : numberOf(options.count, '--count', 1);
  const following = connect(options).events.tail({
    ...(pattern !== undefined && { type: pattern }),
    ...(options.from !== undefined && { fromPosition: numberOf(options.from, '--from') }),
    ...(options.correlationId !== undefined && { correlationId: options.correlationId }),
    signal: stop.signal,
    ...connectionMessages(`Following ${pattern ?? 'all events'}; Ctrl+C ends it.`, options),
  });
  for await (const event of following) {
    await print(
      options,
      event,
      `${event.timestamp}  ${event.type}  ${event.source}  ${JSON.stringify(event.data)}`,
    );
    if (--left <= 0) break;
  }
}

interface VerifyOptions extends ClientOptions {
  logKey?: string;
}

/** Checks locally, by hash and signature, that an event is in the log; it trusts the service only for the key. */
export async function verify(eventId: string, options: VerifyOptions): Promise<number> {
  if (options.logKey !== undefined) checkLogKey(options.logKey);
  const proof = await connect(options).api.proveEvent({ params: { eventId } });
  const reason = findFlaw(proof, options.logKey ?? proof.public_key);
  const result = {
    event_id: eventId,
    verified: reason === undefined,
    ...(reason !== undefined && { reason }),
    position: proof.leaf_index,
    tree_size: proof.tree_size,
    root_hash: proof.root_hash,
    public_key: proof.public_key,
    record: proof.record,
  };
  await print(
    options,
    result,
    reason === undefined
      ? `${styled('green', 'VERIFIED')}: ${eventId} is at position ${proof.leaf_index} of the log, unchanged, as signed by ${proof.public_key.split('+')[0]} over ${proof.tree_size} entries.\nRecord: ${proof.record}${options.logKey ? '' : `\nThe key came with the proof; keep it, and pass it as --log-key: ${proof.public_key}`}`
      : `${styled('red', 'NOT VERIFIED')}: ${reason}`,
  );
  return reason === undefined ? 0 : 1;
}

function checkLogKey(key: string): void {
  try {
    parseVerifierKey(key);
  } catch (error) {
    throw new CommandError(`--log-key is not a verifier key. ${(error as Error).message}`);
  }
}

interface Proof {
  event: { eventId: string };
  record: string;
  leaf_index: number;
  leaf_hash: string;
  tree_size: number;
  root_hash: string;
  inclusion_proof: string[];
  checkpoint: string;
}

function findFlaw(proof: Proof, key: string): string | undefined {
  if ((JSON.parse(proof.record) as { eventId?: string }).eventId !== proof.event.eventId) {
    return 'the record belongs to another event';
  }
  try {
    const checkpoint = verifyCheckpoint(proof.checkpoint, [parseVerifierKey(key)]);
    const path = proof.inclusion_proof.map((one) => Buffer.from(one, 'base64'));
    const isIncluded = verifyInclusion({
      leafHash: leafHash(proof.record),
      index: proof.leaf_index,
      size: checkpoint.size,
      proof: path,
      root: checkpoint.root,
    });
    return isIncluded ? undefined : 'the proof does not lead from the record to the root that was signed';
  } catch (error) {
    if (error instanceof NoteError) return error.message;
    throw error;
  }
}
