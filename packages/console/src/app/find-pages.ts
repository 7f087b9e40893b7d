import type { Found } from './find-things.ts';
import type { NavSection } from './sections.ts';

/** A page with the other words that people look for it by. */
interface Page {
  label: string;
  detail: string;
  href: string;
  words?: string;
}

const pages: Page[] = [
  { label: 'Publish a test event', detail: 'Events', href: '#/events/publish', words: 'send new' },
  { label: 'Event types', detail: 'Events', href: '#/events/types', words: 'catalogue schema' },
  { label: 'Event log and proofs', detail: 'Events', href: '#/events/log', words: 'checkpoint export' },
  { label: 'New subscription', detail: 'Webhooks', href: '#/webhooks/new', words: 'receiver endpoint' },
  { label: 'Deliveries', detail: 'Webhooks', href: '#/webhooks/deliveries', words: 'attempts' },
  { label: 'Dead letters', detail: 'Webhooks', href: '#/webhooks/dead', words: 'failed replay' },
  { label: 'New workflow', detail: 'Workflows', href: '#/workflows/new', words: 'automation' },
  { label: 'Register a contract', detail: 'Contracts', href: '#/contracts/new', words: 'new deploy' },
  { label: 'Wallets and limits', detail: 'Contracts', href: '#/contracts/wallets', words: 'balance spend' },
  { label: 'Ingestion jobs', detail: 'Contracts', href: '#/contracts/jobs', words: 'ingestion' },
  { label: 'Backups', detail: 'Contracts', href: '#/contracts/backups', words: 'restore' },
  { label: 'Cluster', detail: 'Contracts', href: '#/contracts/cluster', words: 'nodes scaling' },
  { label: 'New campaign', detail: 'Outreach', href: '#/outreach/new' },
  { label: 'Leads', detail: 'Outreach', href: '#/outreach/leads', words: 'contacts' },
  { label: 'Import leads', detail: 'Outreach', href: '#/outreach/import', words: 'csv upload' },
  { label: 'Replies', detail: 'Outreach', href: '#/outreach/answers', words: 'inbox answers' },
  { label: 'Meetings', detail: 'Outreach', href: '#/outreach/meetings', words: 'calendar' },
  { label: 'Mailboxes', detail: 'Outreach', href: '#/outreach/mailboxes', words: 'sender dkim' },
  { label: 'Templates', detail: 'Outreach', href: '#/outreach/templates', words: 'texts' },
  { label: 'Inbound', detail: 'Outreach', href: '#/outreach/receiving', words: 'inbound calendly' },
  { label: 'Agents', detail: 'Outreach', href: '#/outreach/agents' },
  { label: 'Suppression list', detail: 'Outreach', href: '#/outreach/suppressions', words: 'suppressions' },
  { label: 'Sandbox mail', detail: 'Outreach', href: '#/outreach/sandbox', words: 'test inbox' },
  { label: 'Rules of the review', detail: 'Review', href: '#/review/rules', words: 'own semgrep' },
  { label: 'All rules', detail: 'Review', href: '#/review/rules/all', words: 'catalogue' },
  { label: 'Suppressed', detail: 'Review', href: '#/review/set-aside', words: 'accepted false positives' },
  { label: 'New API key', detail: 'API keys', href: '#/keys/new', words: 'token create' },
  { label: 'Your account', detail: 'Page', href: '#/account', words: 'password second factor profile' },
];

const wordsOf: Record<string, string> = {
  review: 'application upload findings',
  keys: 'tokens secrets',
  people: 'users invite roles',
  requests: 'log errors',
  audit: 'audit history changes',
  settings: 'quotas settings',
  organizations: 'tenants',
};

/** Pages whose name, or another word for it, contains what was typed; those by their name first. */
export function findPages(typed: string, sections: NavSection[]): Found[] {
  const wanted = typed.toLowerCase();
  const all: Page[] = [
    ...sections.map(({ id, label, href }) => ({ label, href, detail: 'Page', words: wordsOf[id] ?? '' })),
    ...pages,
  ];
  const isNamed = ({ label }: Page) => label.toLowerCase().includes(wanted);
  const isMeant = ({ words = '' }: Page) => words.split(' ').some((word) => word.startsWith(wanted));
  const found = [...all.filter(isNamed), ...all.filter((one) => !isNamed(one) && isMeant(one))];
  return found.map(({ label, detail, href }) => ({ id: href, label, detail, href }));
}
