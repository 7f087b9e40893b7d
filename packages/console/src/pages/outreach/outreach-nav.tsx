import { SubNav } from '../../parts/sub-nav.tsx';

const links = [
  { label: 'Campaigns', href: '#/outreach' },
  { label: 'Leads', href: '#/outreach/leads' },
  { label: 'Replies', href: '#/outreach/answers' },
  { label: 'Meetings', href: '#/outreach/meetings' },
  { label: 'Mailboxes', href: '#/outreach/mailboxes' },
  { label: 'Templates', href: '#/outreach/templates' },
  { label: 'Inbound', href: '#/outreach/receiving' },
  { label: 'Agents', href: '#/outreach/agents' },
  { label: 'Suppression list', href: '#/outreach/suppressions' },
  { label: 'Sandbox mail', href: '#/outreach/sandbox' },
];

export const outreachCrumbs = [{ label: 'Outreach', href: '#/outreach' }];

export function OutreachNav({ here }: { here: string }) {
  return <SubNav label="Outreach" links={links} here={here} />;
}
