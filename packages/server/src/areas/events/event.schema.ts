import { Type } from 'typebox';
import { MAX_TYPE_LENGTH } from '../../engine/spine/index.ts';
import {
  DEFAULT_BODY_LIMIT_BYTES,
  named,
  openObject,
  strictObject,
  takesNulls,
  textField,
} from '../../kit/http/index.ts';

const MAX_TEXT_LENGTH = 255;
const MAX_TAGS = 100;
/** More than the maximum number of tags needs. */
const MAX_METADATA_BYTES = 262_144;

export const eventTypeField = Type.String({
  maxLength: MAX_TYPE_LENGTH,
  pattern: '^[a-z0-9_-]+(?:\\.[a-z0-9_-]+)+$',
  patternHint:
    'must use dot notation: two or more segments of lowercase letters, digits, `_` and `-`, such as `order.created`',
  description: 'The event type, in dot notation: `resource.action[.status]`.',
});

export const sourceField = textField(
  MAX_TEXT_LENGTH,
  'The service or integration that the event comes from.',
);

export const correlationIdField = textField(
  MAX_TEXT_LENGTH,
  'Links the events of one user action across platforms.',
);

const metadataProperties = {
  correlationId: Type.Optional(correlationIdField),
  userId: Type.Optional(textField(MAX_TEXT_LENGTH, 'The user who caused the event.')),
  orgId: Type.Optional(
    Type.String({
      description: "The organization; it must be the API key's own.",
      maxLength: MAX_TEXT_LENGTH,
    }),
  ),
  tags: Type.Optional(
    Type.Array(textField(MAX_TEXT_LENGTH, 'A tag.'), { maxItems: MAX_TAGS, description: 'Free labels.' }),
  ),
};

/** An event to publish. Additional `metadata` fields are kept as they are. */
export const newEventSchema = named(
  'NewEvent',
  takesNulls(
    strictObject({
      type: eventTypeField,
      source: sourceField,
      // Each event may be as large as a whole request body.
      data: openObject(DEFAULT_BODY_LIMIT_BYTES, 'The payload.'),
      metadata: Type.Optional(
        named(
          'NewEventMetadata',
          takesNulls(
            Type.Object(metadataProperties, { additionalProperties: true, maxBytes: MAX_METADATA_BYTES }),
          ),
        ),
      ),
    }),
  ),
);

export const publishedSchema = named(
  'PublishedEvent',
  Type.Object({
    eventId: Type.String({
      description: '`evt_…`; the same if a request was repeated with its `Idempotency-Key`.',
    }),
    type: Type.String({ description: 'As it was sent.' }),
    timestamp: Type.String({ description: 'When the event was accepted.' }),
    status: Type.Literal('published', {
      description: 'The event is in the log: the response is sent after the commit.',
    }),
    workflowsTriggered: Type.Integer({ description: 'Number of workflow runs that the event started.' }),
  }),
);
