import { Type } from 'typebox';
import { AppError } from '../../kit/errors/index.ts';
import { strictObject, textField } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import { refuseReserved } from '../catalog/index.ts';
import { type EventMetadata, isEventType, type LogAppender, spineErrors } from '../spine/index.ts';
import { publishedEventId } from './run-id.ts';
import { DEPTH_FIELD } from './workflow.ts';
import type { WorkflowAction } from './workflow-action.ts';

const MAX_DATA_CHARACTERS = 1_000_000;

const inputSchema = strictObject({
  type: Type.String({
    maxLength: 255,
    pattern: '^[a-z0-9_-]+(?:\\.[a-z0-9_-]+)+$',
    patternHint: 'must use dot notation, such as `order.created`',
    description: 'The event type, in dot notation.',
  }),
  source: Type.Optional(textField(255, 'Where the event comes from. Default: `workflows`.')),
  data: Type.Object({}, { additionalProperties: true, description: 'The payload.' }),
  metadata: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: `Kept with the event. \`correlationId\` and \`${DEPTH_FIELD}\` are the run's.`,
      },
    ),
  ),
});

const outputSchema = Type.Object({
  event_id: Type.String({ description: 'The event that was published, `evt_…`.' }),
  type: Type.String({ description: 'Its type.' }),
});

interface PublishInput {
  type: string;
  source?: string;
  data: object;
  metadata?: EventMetadata;
}

/** Publishes an event, once per run, with the correlation of the event that started it. */
export function publishEventAction(appender: Pick<LogAppender, 'append'>): WorkflowAction {
  return {
    name: 'events.publish',
    description: 'Publish an event.',
    scope: 'events:write',
    limits: ['events_publish'],
    inputSchema,
    outputSchema,
    async run({ orgId, input, correlationId, idempotencyKey, depth }) {
      const { type, source = 'workflows', data, metadata } = input as unknown as PublishInput;
      if (!isEventType(type)) {
        throw new AppError(spineErrors.invalid_event_type, {
          message: '`type` must use dot notation.',
          field: 'type',
        });
      }
      refuseReserved(type, 'type');
      if (JSON.stringify(data).length > MAX_DATA_CHARACTERS) {
        throw new AppError('payload_too_large', {
          message: `\`data\` must have at most ${MAX_DATA_CHARACTERS} characters of JSON.`,
          field: 'data',
        });
      }
      const eventId = formatId('evt', publishedEventId(idempotencyKey));
      const { orgId: _own, ...extra } = metadata ?? {};
      try {
        await appender.append({
          orgId,
          type,
          source,
          data,
          metadata: { ...extra, correlationId, [DEPTH_FIELD]: depth },
          eventId,
        });
      } catch (error) {
        // Published by an earlier attempt, when an expression such as $now() yielded another value.
        if (!(error instanceof AppError) || error.code !== 'idempotency_conflict') throw error;
      }
      return { event_id: eventId, type };
    },
  };
}
