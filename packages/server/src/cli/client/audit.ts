import type { ItemOf } from '../../../../sdk/src/index.ts';
import { type ClientOptions, connect } from './connect.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { type Column, printList } from './table.ts';

interface AuditFilter extends ClientOptions, ListOptions {
  by?: string;
  thing?: Entry['thing'];
  from?: string;
  to?: string;
}

type Entry = ItemOf<'readAudit'>;

/** Prints who did what, newest first. */
export async function audit(thingId: string | undefined, options: AuditFilter): Promise<void> {
  const { by, thing, from, to } = options;
  const { limit, pageSize } = pagingOf(options);
  const query = { ...given({ actor: by, thing, thing_id: thingId, from, to }), limit: pageSize };
  await printList(connect(options).pages.readAudit({ query }), columns, {
    ...options,
    limit,
    empty: 'No entry matches.',
  });
}

const columns: Column<Entry>[] = [
  { header: 'WHEN', value: ({ timestamp }) => timestamp, isTime: true },
  { header: 'WHO', value: ({ actor }) => actor?.name ?? actor?.id ?? 'somebody', shrinks: true },
  { header: 'DID', value: ({ action }) => inWords(action) },
  { header: 'WHAT', value: subjectText, shrinks: true },
  { header: 'FIELDS', value: ({ fields }) => fields.join(', '), shrinks: true, isExtra: true },
  { header: 'EVENT', value: ({ event_id: id }) => id, isExtra: true },
];

function subjectText({ thing, thing_id: id, name }: Entry): string {
  return [inWords(thing), name ?? id].filter(Boolean).join(' ');
}

const inWords = (name: string) => name.replaceAll('_', ' ');
