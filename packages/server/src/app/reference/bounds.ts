import { MAX_EXPORTS, MAX_STREAMS } from '../../areas/events/index.ts';
import { MAIL_PACE, MAX_MAIL_BYTES } from '../../areas/outreach/index.ts';
import { MAX_WORKFLOWS } from '../../areas/workflows/index.ts';
import {
  defaultRetryDelaysSeconds,
  MAX_ACTIVE_EVENTS_SUBSCRIPTIONS,
  MAX_LOOKED,
  MAX_RESENT,
  RESPONSE_WINDOW_MS,
} from '../../engine/delivery/index.ts';
import { MAX_DEPTH } from '../../engine/workflows/index.ts';
import { MAX_WAITING_FOR_CONNECTIONS } from '../../kit/db/index.ts';
import type { ErrorCode } from '../../kit/errors/index.ts';
import {
  type AnyRoute,
  BODY_PACE,
  BODY_TIMEOUT_MS,
  DEFAULT_BODY_LIMIT_BYTES,
  MAX_JSON_DEPTH,
  MAX_PAGE,
} from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { grouped } from './reference-page.ts';

/** A limit that is not a rate: how large, deep, many or long something may be. */
export interface Bound {
  name: string;
  most: string;
  meaning: string;
  /** The error code beyond the limit, if there is one. */
  code?: ErrorCode;
}

interface FieldSchema {
  type?: string;
  maxItems?: number;
  maxBytes?: number;
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
}

/** Every such limit, read from the routes and from the constants of the engine. */
export function bounds(routes: readonly AnyRoute[]): Bound[] {
  const row = (id: string) => {
    const found = routes.find(({ operationId }) => operationId === id);
    if (found === undefined) throw new Error(`the route table has no ${id}`);
    return found;
  };
  return [
    ...requestBounds(),
    ...fieldBounds(row),
    ...uploadBounds(routes),
    ...mailBounds(),
    ...eventBounds(row),
    ...workflowBounds(row),
  ];
}

function requestBounds(): Bound[] {
  return [
    {
      name: 'request_body',
      most: `${grouped(DEFAULT_BODY_LIMIT_BYTES)} bytes`,
      meaning: 'A request body that is JSON, an event included.',
      code: 'payload_too_large',
    },
    {
      name: 'request_body_time',
      most: `${BODY_TIMEOUT_MS / 1_000} seconds`,
      meaning: 'For a request body to arrive; an upload may take longer while data keeps coming.',
      code: 'request_timeout',
    },
    {
      name: 'request_body_pace',
      most: `${grouped(BODY_PACE.bytesPerSecond)} bytes a second`,
      meaning: `The bodies of an organization that are longer than 64 KB, on one node; ${grouped(BODY_PACE.burstBytes)} bytes may come at once. What comes faster waits in its sender's system. An upload is not counted.`,
    },
    {
      name: 'reads_at_once',
      most: 'half of `DATABASE_POOL_SIZE`',
      meaning: `Connections to the database that the reads of an organization have on one node. ${grouped(MAX_WAITING_FOR_CONNECTIONS)} more reads wait for their turn.`,
      code: 'unavailable',
    },
    {
      name: 'request_head',
      most: '16 KB',
      meaning: 'The head of a request, its URL included.',
      code: 'headers_too_large',
    },
    {
      name: 'json_depth',
      most: `${MAX_JSON_DEPTH} levels`,
      meaning: 'How deep the JSON of a body may be nested.',
      code: 'invalid_request',
    },
    {
      name: 'page_size',
      most: `${MAX_PAGE} items`,
      meaning: 'A page of a list. A larger `limit` is cut to it, and the answer says so in `limit`.',
    },
  ];
}

/** Free-form parts whose cost grows with their size: operation, path in its body, and description. */
const sizedParts = {
  message_variables: ['queueCommunication', 'variables', 'The `variables` of a message'],
  agent_input: ['executeAgent', 'input', 'The `input` of an agent'],
  event_metadata: ['publishEvent', 'metadata', 'The `metadata` of an event'],
  subscription_filter: ['createWebhookSubscription', 'filter', 'The `filter` of a subscription'],
  workflow_condition: ['createWorkflow', 'trigger.condition', 'The `condition` of a workflow'],
  workflow_input: ['createWorkflow', 'actions.input', 'The `input` of one action of a workflow'],
  preview_results: ['previewWorkflow', 'results', 'The `results` that the preview of a workflow is given'],
  campaign_icp: ['createCampaign', 'icp', 'The `icp` of a campaign'],
  campaign_strategy: ['createCampaign', 'messaging_strategy', 'The `messaging_strategy` of a campaign'],
  campaign_agents: ['createCampaign', 'agent_config', 'The `agent_config` of a campaign'],
  contract_abi: ['createContract', 'abi', 'The `abi` of a contract'],
  contract_arguments: [
    'executeContract',
    'args',
    'The `args` of a call, and the `constructor_args` of a deployment',
  ],
} as const;

function fieldBounds(row: (id: string) => AnyRoute): Bound[] {
  return Object.entries(sizedParts).map(([name, [id, place, what]]) => ({
    name,
    most: `${grouped(required(fieldOf(row(id), place).maxBytes, `the size of ${place}`))} bytes`,
    meaning: `${what}, as JSON.`,
    code: 'invalid_request',
  }));
}

function uploadBounds(routes: readonly AnyRoute[]): Bound[] {
  const uploads = routes.flatMap(({ operationId, upload, summary }) =>
    upload === undefined ? [] : [{ operationId, upload, summary }],
  );
  return uploads.map(({ operationId, upload, summary }) => ({
    name: `${operationId.replace(/^[a-z]+/, '').toLowerCase()}_file_size`,
    most: `${grouped(upload.limitBytes)} bytes`,
    meaning: `The file of \`${operationId}\` (${summary}).`,
    code: upload.tooLargeCode ?? 'payload_too_large',
  }));
}

function mailBounds(): Bound[] {
  return [
    {
      name: 'incoming_mail',
      most: `${grouped(MAX_MAIL_BYTES)} bytes`,
      meaning: 'A mail that the SMTP listener receives. A larger one is refused with 552.',
    },
    {
      name: 'incoming_mail_pace',
      most: `${grouped(MAIL_PACE.bytesPerSecond)} bytes a second`,
      meaning: `Mails of one host to the SMTP listener of one node; ${grouped(MAIL_PACE.burstBytes)} bytes may come at once. What comes faster waits in its sender's system.`,
    },
  ];
}

function eventBounds(row: (id: string) => AnyRoute): Bound[] {
  const batch = fieldOf(row('publishEventBatch'), 'events');
  return [
    {
      name: 'event_batch',
      most: `${batch.maxItems} events`,
      meaning: 'Events that `POST /v1/events/batch` takes at once.',
      code: 'invalid_request',
    },
    {
      name: 'events_api_subscriptions',
      most: `${MAX_ACTIVE_EVENTS_SUBSCRIPTIONS} subscriptions`,
      meaning: 'Active subscriptions of the Events API that an organization may have.',
      code: 'subscription_limit_reached',
    },
    {
      name: 'event_streams',
      most: `${MAX_STREAMS} streams`,
      meaning: 'Of the log that an organization may have open on one node.',
      code: 'rate_limit_exceeded',
    },
    {
      name: 'event_exports',
      most: `${MAX_EXPORTS} exports`,
      meaning: 'Of the log that an organization may read at once from one node.',
      code: 'rate_limit_exceeded',
    },
    {
      name: 'delivery_time',
      most: `${RESPONSE_WINDOW_MS / 1_000} seconds`,
      meaning: 'For a receiver to answer a delivery, from the DNS look-up to the last byte.',
    },
    {
      name: 'delivery_attempts',
      most: `${defaultRetryDelaysSeconds.length} attempts`,
      meaning:
        'For each delivery, before it is in the dead letters; set by [`WEBHOOK_RETRY_DELAYS`](../settings/WEBHOOK_RETRY_DELAYS.md).',
    },
    {
      name: 'delivery_search',
      most: `${grouped(MAX_LOOKED)} attempts`,
      meaning:
        'That one request of `GET /v1/webhooks/deliveries` looks through. The answer says how far it went, and its cursor continues there.',
    },
    {
      name: 'delivery_resend',
      most: `${grouped(MAX_RESENT)} deliveries`,
      meaning: 'That one `POST /v1/webhooks/deliveries/resend` queues.',
    },
  ];
}

function workflowBounds(row: (id: string) => AnyRoute): Bound[] {
  return [
    {
      name: 'workflows',
      most: `${grouped(MAX_WORKFLOWS)} workflows`,
      meaning: 'Of an organization.',
      code: 'conflict',
    },
    {
      name: 'workflow_actions',
      most: `${fieldOf(row('createWorkflow'), 'actions').maxItems} actions`,
      meaning: 'Of one workflow.',
      code: 'invalid_request',
    },
    {
      name: 'workflow_depth',
      most: `${MAX_DEPTH} runs`,
      meaning:
        'That may start each other through events. The next one is recorded as `loop_stopped` and does nothing.',
    },
  ];
}

/** The schema of a field of the body, by its path. Lists and nullable values are looked through. */
function fieldOf(route: AnyRoute, place: string): FieldSchema {
  let schema = route.body as FieldSchema | undefined;
  for (const name of place.split('.'))
    schema = contentOf(schema?.properties?.[name] ?? schema?.items?.properties?.[name]);
  return required(schema, `the field ${place} of a route`);
}

function contentOf(schema: FieldSchema | undefined): FieldSchema | undefined {
  return schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}
