import { logOrigin, type ProvableLog, recordOf, type SignedCheckpoint } from '../../engine/spine/index.ts';
import { AppError, invalidField, notFound } from '../../kit/errors/index.ts';
import { parseId } from '../../kit/ids.ts';
import { parseCheckpoint } from '../../kit/merkle/index.ts';

/** The inclusion proof of an event, as JSON text. */
export async function proveEvent(log: ProvableLog, orgId: string, eventId: string): Promise<string> {
  const id = parseId('evt', eventId);
  const found = id && (await log.proveInclusion(orgId, id));
  if (!found) throw notFound('event');
  const { event, leafHash, checkpoint, proof } = found;
  const record = recordOf(event);
  const claims = JSON.stringify({
    record,
    leaf_index: event.position,
    leaf_hash: leafHash.toString('base64'),
    tree_size: checkpoint.size,
    root_hash: checkpoint.rootHash.toString('base64'),
    inclusion_proof: proof.map((hash) => hash.toString('base64')),
    checkpoint: checkpoint.note,
    public_key: signingKey(checkpoint.note, await log.verifierKeys(orgId)),
  });
  return `{"event":${record},${claims.slice(1)}`;
}

/** The log key that signed a checkpoint. */
function signingKey(note: string, verifierKeys: string[]): string | undefined {
  const keyIds = parseCheckpoint(note).signatures.map(({ keyId }) => keyId);
  return verifierKeys.find((key) => keyIds.some((keyId) => key.includes(`+${keyId}+`)));
}

/** The current checkpoint of the log. */
export async function readCheckpoint(log: ProvableLog, orgId: string): Promise<object> {
  const checkpoint = await log.currentCheckpoint(orgId);
  if (checkpoint === undefined) {
    throw new AppError('not_found', { message: 'The log is empty. Publish an event, then ask again.' });
  }
  return {
    ...formatCheckpoint(checkpoint),
    origin: logOrigin(orgId),
    public_keys: await log.verifierKeys(orgId),
  };
}

export async function listCheckpoints(
  log: ProvableLog,
  orgId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<object> {
  const { checkpoints, total } = await log.listCheckpoints(orgId, { limit, offset });
  return {
    checkpoints: checkpoints.map(formatCheckpoint),
    total,
    limit,
    offset,
    has_more: offset + checkpoints.length < total,
  };
}

function formatCheckpoint(checkpoint: SignedCheckpoint) {
  return {
    tree_size: checkpoint.size,
    root_hash: checkpoint.rootHash.toString('base64'),
    checkpoint: checkpoint.note,
    created_at: checkpoint.createdAt.toISOString(),
  };
}

/** The consistency proof: the log at one size is a prefix of the log at another. */
export async function proveConsistency(
  log: ProvableLog,
  orgId: string,
  sizes: { from: number; to?: number },
): Promise<object> {
  const to = sizes.to ?? (await log.size(orgId));
  if (sizes.from > to) {
    throw invalidField(
      'from',
      `\`from\` must not be larger than ${sizes.to === undefined ? `the log, ${to}` : '`to`'}.`,
    );
  }
  const found = await log.proveConsistency(orgId, sizes.from, to);
  if (found === undefined) {
    throw invalidField('to', '`to` is larger than the log.');
  }
  return {
    from: sizes.from,
    to,
    from_root_hash: found.fromRoot.toString('base64'),
    to_root_hash: found.toRoot.toString('base64'),
    consistency_proof: found.proof.map((hash) => hash.toString('base64')),
  };
}
