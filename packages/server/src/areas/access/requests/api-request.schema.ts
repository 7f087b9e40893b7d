import { type Static, Type } from 'typebox';
import { somebodyRecord } from '../../../engine/acknowledgements/index.ts';
import {
  describedAs,
  listOf,
  named,
  nullable,
  nullableText,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { NamedRequest } from './read-requests.ts';

export const requestParams = Type.Object({
  id: Type.String({ description: 'The id of the request, `req_…`.' }),
});

export const listRequestsQuery = strictObject({
  status: Type.Optional(
    Type.String({
      pattern: '^(errors|[1-5]xx|[1-5][0-9]{2})$',
      patternHint: 'must be a status such as 404, a class such as 4xx, or errors',
      description: 'A status such as `404`, a class such as `5xx`, or `errors` for all from 400 on.',
    }),
  ),
  code: Type.Optional(textField(64, 'The code of the error, such as `invalid_request`.')),
  method: Type.Optional(
    Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], {
      type: 'string',
      description: 'The method.',
    }),
  ),
  route: Type.Optional(textField(200, 'The path as the API knows it, such as `/v1/keys/:id`.')),
  actor: Type.Optional(
    Type.String({
      pattern: '^(key|usr)_[0-9a-f]{32}$',
      patternHint: 'must be the id of an API key or a person, `key_…` or `usr_…`',
      description: 'Who asked: an API key, `key_…`, or a person, `usr_…`.',
    }),
  ),
  from: Type.Optional(timestampField('Earliest time, inclusive.')),
  to: Type.Optional(timestampField('Latest time, inclusive.')),
  ...pageQuery,
});

export const requestRecord = named(
  'ApiRequest',
  Type.Object({
    id: Type.String({
      description: '`req_…`, the `X-Request-Id` of the answer and the `request_id` of an error.',
    }),
    asked_at: timestampField('When it arrived. For a group: the first.'),
    actor: describedAs(somebodyRecord, 'The key or the person who asked.'),
    environment: Type.String({ description: 'The environment of the key.' }),
    method: Type.String({ description: 'HTTP method.' }),
    route: Type.String({ description: 'The path as the API knows it, such as `/v1/keys/:id`.' }),
    path: nullableText('The requested path, without its query; null for a group.'),
    status: Type.Integer({ description: 'Status of the response.' }),
    code: nullableText('The code of the error; null if there was none.'),
    field: nullableText('The field that the error names; null if it names none.'),
    duration_ms: Type.Number({
      description: 'Time until the response was handed over. For a group: the slowest.',
    }),
    requests: Type.Integer({
      description:
        'Number of requests in the group. Successful reads and publishes are grouped by key, route and minute.',
    }),
    address: nullable(
      Type.String(),
      'The address of the client. Only shown to the scope `admin`; null for others, and if it is unknown.',
    ),
  }),
);

export const requestList = named('ApiRequestList', listOf('requests', requestRecord));

/** @param tellsAddress whether the reader may see the client address */
export function toRequestRecord(one: NamedRequest, tellsAddress: boolean): Static<typeof requestRecord> {
  const { environment, method, route, path, status, code, field, requests, address } = one;
  return {
    id: formatId('req', one.id),
    asked_at: one.at.toISOString(),
    actor: { id: one.actor, name: one.actorName },
    environment,
    method,
    route,
    path,
    status,
    code,
    field,
    duration_ms: Math.round(one.durationMs * 100) / 100,
    requests,
    address: tellsAddress ? address : null,
  };
}
