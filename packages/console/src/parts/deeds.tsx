import { useMay } from '../api/client.ts';
import { type ListState, useList } from '../api/read.ts';
import { to, withSearch } from '../app/router.tsx';
import { idPages } from '../app/sections.ts';
import { DataTable } from './data-table.tsx';
import { actorText, type Deed, deedText, recordKindLabels } from './deed-words.ts';
import { plural, Time } from './format.tsx';
import { Section } from './page.tsx';

interface DeedTableProps {
  list: ListState<Deed>;
  empty: React.ReactNode;
  /** All about one thing, named above. */
  isOfOne?: boolean;
}

/** Audit entries as sentences; a row links to the event. */
export function DeedTable({ list, empty, isOfOne = false }: DeedTableProps) {
  const about = { title: 'Where', cell: (one: Deed) => <Place of={one} /> };
  return (
    <DataTable
      label="Audit log"
      list={list}
      rowKey={(one) => one.event_id}
      rowHref={(one) => to`events/${one.event_id}`}
      columns={[
        { title: 'Action', width: '3fr', cell: (one) => `${actorText(one)} ${deedText(one)}` },
        ...(isOfOne ? [] : [about]),
        { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.timestamp} /> },
      ]}
      say={(total) => `${plural(total, 'entry', 'entries')}${list.hasMore ? ' so far' : ''}`}
      empty={empty}
    />
  );
}

/** The page of the affected thing, or of what it belongs to. */
function Place({ of: { action, thing, thing_id: id, part_of: whole } }: { of: Deed }) {
  const isGone = action === 'deleted' || action === 'erased';
  const href = (isGone ? undefined : pageOf(id)) ?? pageOf(whole) ?? listOf[thing];
  const name = thing.endsWith('_subscription') ? 'Subscription' : recordKindLabels[thing];
  return href === undefined ? name : <a href={href}>{name}</a>;
}

function pageOf(id: string | null): string | undefined {
  const path = id === null ? undefined : idPages[id.slice(0, 3)]?.path;
  return path === undefined ? undefined : `#/${path}/${id}`;
}

/** List pages for things without a page of their own. */
const listOf: Partial<Record<Deed['thing'], string>> = {
  api_key: '#/keys',
  booking_webhook: '#/outreach/receiving',
  event_subscription: '#/webhooks',
  finding_suppression: '#/review/set-aside',
  ingestion_rule: '#/contracts/jobs',
  invitation: '#/people',
  mailbox: '#/outreach/mailboxes',
  person: '#/people',
  review_rules: '#/review/rules',
  scaling_policy: '#/contracts/cluster',
  spend_limit: '#/contracts/wallets',
  suppression: '#/outreach/suppressions',
  webhook_subscription: '#/webhooks',
  workflow: '#/workflows',
};

interface HistoryProps {
  /** Its id; absent when the organization has only one. */
  of?: string;
  thing?: Deed['thing'];
  title?: string;
}

/** The audit trail of one thing, newest first, with a link to all of it. */
export function History({ of: id, thing, title = 'History' }: HistoryProps) {
  const mayRead = useMay('events:read');
  const filters = { ...(id !== undefined && { thing_id: id }), ...(thing !== undefined && { thing }) };
  const list = useList('readAudit', { query: { limit: SHOWN, ...filters } }, { enabled: mayRead });
  if (!mayRead) return null;
  // A person's own actions are listed separately.
  const items = list.items.filter(({ actor }) => id === undefined || actor?.id !== id);
  const all = withSearch('#/audit', filters);
  return (
    <Section
      title={title}
      lead="Changes by people and keys, from the event log."
      actions={list.hasMore && <a href={all}>Show all</a>}
    >
      <DeedTable
        list={{ ...list, items, hasMore: false }}
        isOfOne
        empty={<p className="quiet">No changes yet.</p>}
      />
    </Section>
  );
}

const SHOWN = 10;
