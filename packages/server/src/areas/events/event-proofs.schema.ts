import { Type } from 'typebox';
import { eventRecordSchema } from '../../engine/spine/index.ts';
import { describedAs, listOf, named, pageQuery, strictObject } from '../../kit/http/index.ts';

const hash = (description: string) => Type.String({ description: `${description} SHA-256, in base64.` });

export const eventParams = strictObject({
  eventId: Type.String({ maxLength: 100, description: 'The id of the event, `evt_…`.' }),
});

export const storedEventSchema = named(
  'StoredEvent',
  Type.Object({
    ...eventRecordSchema.properties,
    position: Type.Integer({
      description: 'The place in the log, from 0: the leaf index in the Merkle tree.',
    }),
  }),
);

export const proofSchema = named(
  'EventProof',
  Type.Object({
    event: describedAs(eventRecordSchema, 'The event, as in every other response.'),
    record: Type.String({ description: 'The exact text whose UTF-8 bytes were hashed.' }),
    leaf_index: Type.Integer({ description: 'Its place in the log, from 0.' }),
    leaf_hash: hash('Hash of the byte 0 and the record.'),
    tree_size: Type.Integer({
      description: 'Size of the log that the proof and its checkpoint refer to.',
    }),
    root_hash: hash('The root of the tree of that size.'),
    inclusion_proof: Type.Array(Type.String(), {
      description: 'The audit path (RFC 9162), from the leaf’s sibling up; each in base64.',
    }),
    checkpoint: Type.String({ description: 'The signed tree head (C2SP tlog-checkpoint).' }),
    public_key: Type.String({ description: 'The key that verifies it: `name+keyid+base64`.' }),
  }),
);

const checkpointProperties = {
  tree_size: Type.Integer({ description: 'Events in the log when it was signed.' }),
  root_hash: hash('The root of the tree.'),
  checkpoint: Type.String({ description: 'The signed tree head (C2SP tlog-checkpoint). Keep a copy.' }),
  created_at: Type.String({ description: 'When it was signed.' }),
};

export const checkpointSchema = named(
  'Checkpoint',
  Type.Object({
    ...checkpointProperties,
    origin: Type.String({ description: 'The name of the log: the first line of each of its checkpoints.' }),
    public_keys: Type.Array(Type.String(), { description: 'Keys that sign for the log, newest first.' }),
  }),
);

export const checkpointListSchema = listOf(
  'checkpoints',
  named('ListedCheckpoint', Type.Object(checkpointProperties)),
);

export const checkpointListQuery = strictObject(pageQuery);

const size = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const consistencyQuery = strictObject({
  from: Type.Integer({ ...size, description: 'The older size: that of a checkpoint you kept.' }),
  to: Type.Optional(Type.Integer({ ...size, description: 'The newer size. Default: the current one.' })),
});

export const consistencySchema = named(
  'ConsistencyProof',
  Type.Object({
    from: Type.Integer({ description: 'The older size, in events.' }),
    to: Type.Integer({ description: 'The newer size, in events.' }),
    from_root_hash: hash('The root at the older size.'),
    to_root_hash: hash('The root at the newer size.'),
    consistency_proof: Type.Array(Type.String(), { description: 'RFC 9162, section 2.1.4; each in base64.' }),
  }),
);

export const exportQuery = strictObject({
  from_position: Type.Integer({ ...size, default: 0, description: 'The first position.' }),
  to_position: Type.Optional(
    Type.Integer({
      ...size,
      description: 'The position before which it ends. Default: the end of the log.',
    }),
  ),
});
