import { type Static, Type } from 'typebox';
import { somebodyRecord } from '../../../engine/acknowledgements/index.ts';
import {
  describedAs,
  listOf,
  named,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { NamedView } from './saved-views.ts';

/** Lists with filters. */
const lists = [
  ...['answers', 'audit', 'campaigns', 'dead_letters', 'deliveries', 'events', 'findings', 'jobs', 'leads'],
  ...['meetings', 'requests', 'transactions'],
] as const;

const listField = Type.Enum([...lists], {
  type: 'string',
  description: 'The list that the filters belong to.',
});

const MAX_FILTERS = 30;

const filtersField = Type.Record(
  Type.String({ pattern: '^[A-Za-z_]{1,64}$' }),
  textField(500, 'The value of the filter.'),
  {
    minProperties: 1,
    maxProperties: MAX_FILTERS,
    additionalProperties: false,
    description:
      'The filters by name, as in the address of the console’s page. Relative ones, such as `hours`, stay relative.',
  },
);

const sharedField = (description: string) => Type.Optional(Type.Boolean({ description }));

export const viewParams = Type.Object({ id: Type.String({ description: 'The id of the view, `viw_…`.' }) });

export const listViewsQuery = strictObject({ list: Type.Optional(listField), ...pageQuery });

export const saveViewBody = strictObject({
  list: listField,
  name: textField(100, 'What it finds, for people to read.'),
  filters: filtersField,
  shared: sharedField('Whether everybody in the organization sees it. Default: only its author.'),
});

export const changeViewBody = strictObject({
  name: Type.Optional(textField(100, 'Left out: unchanged.')),
  filters: Type.Optional(filtersField),
  shared: sharedField('Left out: unchanged.'),
});

export const viewRecord = named(
  'SavedView',
  Type.Object({
    id: Type.String({ description: '`viw_…`' }),
    list: listField,
    name: Type.String({ description: 'For people to read.' }),
    filters: Type.Record(Type.String(), Type.String(), {
      description: 'Filters of the list by their names; all values are text.',
    }),
    shared: Type.Boolean({ description: 'Whether everybody in the organization sees it.' }),
    owner: describedAs(somebodyRecord, 'Who saved it.'),
    own: Type.Boolean({ description: 'Whether the caller saved it, and may change it.' }),
    created_at: timestampField('When it was saved.'),
  }),
);

export const viewList = named('SavedViewPage', listOf('views', viewRecord));

export function toViewRecord(view: NamedView): Static<typeof viewRecord> {
  const { list, name, filters } = view;
  return {
    id: formatId('viw', view.id),
    list: list as Static<typeof viewRecord>['list'],
    name,
    filters,
    shared: view.isShared,
    owner: { id: view.owner, name: view.ownerName },
    own: view.isOwn,
    created_at: view.createdAt.toISOString(),
  };
}
