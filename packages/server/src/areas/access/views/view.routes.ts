import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { changeView, readViews, removeView, saveView, type ViewService } from './saved-views.ts';
import {
  changeViewBody,
  listViewsQuery,
  saveViewBody,
  toViewRecord,
  viewList,
  viewParams,
  viewRecord,
} from './view.schema.ts';

const shared = { tag: 'Views', access: 'any', limits: ['access_api'] } as const;
const one = { ...shared, path: '/v1/views/:id', params: viewParams } as const;

/** Saved filters of lists. They describe what to show and grant no access. */
export function viewRoutes(service: () => ViewService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/views',
      operationId: 'listViews',
      summary: 'List saved views',
      description: 'Your own, and those that others in the organization share; by name.',
      query: listViewsQuery,
      responses: { 200: viewList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { views, total } = await readViews(service(), principal, { list: query.list, ...page });
        return okList('views', views.map(toViewRecord), total, page);
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/views',
      operationId: 'saveView',
      summary: 'Save a view',
      description:
        'Saves the filters of a list under a name, for yourself or for everybody in the organization.',
      body: saveViewBody,
      responses: { 201: viewRecord },
      errors: ['conflict'],
      handler: async ({ principal, body, newId }) => {
        const { list, name, filters, shared: isShared = false } = body;
        const id = parseId('viw', newId('viw'));
        const view = await saveView(service(), principal, { list, name, filters, isShared, id });
        return created(toViewRecord(view));
      },
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      operationId: 'updateView',
      summary: 'Change a saved view',
      description: 'Only its author may do this.',
      body: changeViewBody,
      responses: { 200: viewRecord },
      errors: ['forbidden', 'not_found', 'conflict'],
      handler: async ({ principal, params, body }) => {
        const { name, filters, shared: isShared } = body;
        return ok(
          toViewRecord(await changeView(service(), principal, params.id, { name, filters, isShared })),
        );
      },
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      operationId: 'deleteView',
      summary: 'Delete a saved view',
      description: 'Only its author may do this, and for a shared view also the scope `admin`.',
      responses: { 204: null },
      errors: ['forbidden', 'not_found'],
      handler: async ({ principal, params }) => {
        await removeView(service(), principal, params.id);
        return noContent();
      },
    }),
  ];
}
