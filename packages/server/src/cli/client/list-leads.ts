import type { ItemOf } from '../../../../sdk/src/index.ts';
import { type ClientOptions, connect } from './connect.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { type Column, printList } from './table.ts';

interface LeadFilter extends ClientOptions, ListOptions {
  status?: string;
  tier?: string;
  campaign?: string;
  tag?: string;
}

/** Prints the leads, newest first; `text` is a part of the e-mail address, the name or the company. */
export async function listLeads(text: string | undefined, options: LeadFilter): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const { status, tier, campaign, tag } = options;
  const query = given({ q: text, status, tier, campaign_id: campaign, tag, limit: pageSize });
  await printList(connect(options).pages.listLeads({ query: query as never }), columns, {
    ...options,
    limit,
    empty: 'No lead matches. `trivium leads import` adds leads.',
  });
}

const columns: Column<ItemOf<'listLeads'>>[] = [
  { header: 'LEAD', value: ({ id }) => id },
  { header: 'EMAIL', value: ({ email }) => email, shrinks: true },
  {
    header: 'NAME',
    value: (one) => [one.first_name, one.last_name].filter(Boolean).join(' '),
    shrinks: true,
  },
  { header: 'COMPANY', value: ({ company }) => company, shrinks: true, isExtra: true },
  { header: 'TAGS', value: ({ tags }) => tags.join(', '), shrinks: true, isExtra: true },
  { header: 'STATUS', value: ({ status }) => status },
  { header: 'SCORE', value: ({ score }) => score, isExtra: true },
  { header: 'CONTACTED', value: ({ last_contacted_at }) => last_contacted_at, isTime: true, isExtra: true },
];
