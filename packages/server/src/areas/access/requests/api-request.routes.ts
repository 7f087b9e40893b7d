import { type AnyRoute, defineRoute, grants, ok, okList, pageOf } from '../../../kit/http/index.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import {
  listRequestsQuery,
  requestList,
  requestParams,
  requestRecord,
  toRequestRecord,
} from './api-request.schema.ts';
import { readRequest, readRequests } from './read-requests.ts';

const shared = { tag: 'Requests', access: 'events:read', limits: ['events_query'] } as const;

/** The log of API requests by keys and people. */
export function apiRequestRoutes(service: () => Pick<KeyService, 'db'>): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/requests',
      operationId: 'listRequests',
      summary: 'List requests to the API',
      description:
        'What keys and people requested, newest first. Each error and each change is one entry; successful reads and published events are grouped, with their number. A request appears some seconds after its response. Bodies are not stored. Requests without a valid key belong to no organization and are not listed.',
      reads: 'replica',
      query: listRequestsQuery,
      responses: { 200: requestList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { requests, total } = await readRequests(service().db, principal.orgId, query, page);
        const tellsAddress = grants(principal, 'admin');
        return okList(
          'requests',
          requests.map((one) => toRequestRecord(one, tellsAddress)),
          total,
          page,
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/requests/:id',
      operationId: 'getRequest',
      summary: 'Read a request to the API',
      description:
        'By the `request_id` of an error, or the `X-Request-Id` of any answer that changed something. Of requests that are grouped, only the first is found.',
      params: requestParams,
      responses: { 200: requestRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const found = await readRequest(service().db, principal.orgId, params.id);
        return ok(toRequestRecord(found, grants(principal, 'admin')));
      },
    }),
  ];
}
