import {
  ArrowLeftRight,
  Boxes,
  Building2,
  ClipboardCheck,
  Gauge,
  History,
  House,
  KeyRound,
  type LucideIcon,
  Megaphone,
  ScrollText,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';

export interface NavSection {
  /** As the routes name it. */
  id: string;
  label: string;
  href: string;
  icon: LucideIcon;
  /** Only for the organization that runs the service. */
  isOperators?: true;
}

/** The side navigation. */
const sections: NavSection[] = [
  { id: 'home', label: 'Home', href: '#/', icon: House },
  { id: 'events', label: 'Events', href: '#/events', icon: ScrollText },
  { id: 'webhooks', label: 'Webhooks', href: '#/webhooks', icon: Webhook },
  { id: 'workflows', label: 'Workflows', href: '#/workflows', icon: Workflow },
  { id: 'contracts', label: 'Contracts', href: '#/contracts', icon: Boxes },
  { id: 'outreach', label: 'Outreach', href: '#/outreach', icon: Megaphone },
  { id: 'review', label: 'Review', href: '#/review', icon: ClipboardCheck },
  { id: 'keys', label: 'API keys', href: '#/keys', icon: KeyRound },
  { id: 'people', label: 'People', href: '#/people', icon: Users },
  { id: 'requests', label: 'Requests', href: '#/requests', icon: ArrowLeftRight },
  { id: 'audit', label: 'Audit log', href: '#/audit', icon: History },
  {
    id: 'organizations',
    label: 'Organizations',
    href: '#/organizations',
    icon: Building2,
    isOperators: true,
  },
  { id: 'settings', label: 'Limits and usage', href: '#/settings', icon: Gauge },
];

/** The sections the current session has access to. */
export function sectionsFor(session: { is_operator: boolean; scopes: string[] } | undefined): NavSection[] {
  const isOperator = session?.is_operator === true && session.scopes.includes('admin');
  return sections.filter(({ isOperators = false }) => isOperator || !isOperators);
}

/** The page for an id, by its prefix; the palette opens ids typed or pasted there. */
export const idPages: Record<string, { thing: string; path: string }> = {
  org: { thing: 'organization', path: 'organizations' },
  usr: { thing: 'person', path: 'people' },
  key: { thing: 'API key', path: 'keys' },
  req: { thing: 'request', path: 'requests' },
  evt: { thing: 'event', path: 'events' },
  dlv: { thing: 'delivery', path: 'deliveries' },
  whs: { thing: 'subscription', path: 'webhooks' },
  sub: { thing: 'subscription', path: 'webhooks' },
  wfl: { thing: 'workflow', path: 'workflows' },
  ctr: { thing: 'contract', path: 'contracts' },
  dep: { thing: 'deployment', path: 'deployments' },
  exe: { thing: 'transaction', path: 'executions' },
  ing: { thing: 'data job', path: 'contracts/jobs' },
  rst: { thing: 'restore', path: 'contracts/restores' },
  cmp: { thing: 'campaign', path: 'outreach' },
  led: { thing: 'lead', path: 'outreach/leads' },
  com: { thing: 'mail', path: 'outreach/mails' },
  inb: { thing: 'reply', path: 'outreach/answers' },
  mbx: { thing: 'mailbox', path: 'outreach/mailboxes' },
  agt: { thing: 'agent', path: 'outreach/agents' },
  tpl: { thing: 'template', path: 'outreach/templates' },
  app: { thing: 'application', path: 'review' },
  rev: { thing: 'review', path: 'reviews' },
  cpt: { thing: 'component', path: 'components' },
};
