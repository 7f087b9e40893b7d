import { useMay } from '../api/client.ts';
import { useRead } from '../api/read.ts';
import { useSettled } from '../parts/use-settled.ts';
import { to } from './router.tsx';

export interface Found {
  id: string;
  label: string;
  detail: string;
  href: string;
}

/**
 * Entries of one kind. Late results must not move earlier ones: nothing below a group is shown until it is
 * complete.
 */
export interface Group {
  entries: Found[];
  isWhole: boolean;
}

/** Minimum number of letters for searching subscriptions. */
const LEAST = 2;
const SHOWN = 4;
/** For kinds without a search endpoint, the newest ones are searched. */
const MAX_SEARCHED = 100;
const newest = { query: { limit: MAX_SEARCHED } };

/** Finds workflows, contracts, campaigns and applications by name; they are read once for all queries. */
export function useNamedRecords(typed: string): Group[] {
  const mayReadEvents = useMay('events:read');
  const mayReadContracts = useMay('contracts:read');
  const mayReadOutreach = useMay('outreach:read');
  const mayReadReview = useMay('review:read');
  const workflows = useRead('listWorkflows', newest, { enabled: mayReadEvents && typed !== '' });
  const contracts = useRead('listContracts', newest, { enabled: mayReadContracts && typed !== '' });
  const campaigns = useRead('listCampaigns', newest, { enabled: mayReadOutreach && typed !== '' });
  const applications = useRead('listApplications', newest, { enabled: mayReadReview && typed !== '' });
  const groupOf = (
    { isLoading }: { isLoading: boolean },
    things: readonly { id: string; name: string }[] | undefined,
    detail: string,
    hrefOf: (id: string) => string,
  ): Group => ({
    isWhole: !isLoading,
    entries: named(typed, things ?? [], ({ id, name }) => ({ id, label: name, detail, href: hrefOf(id) })),
  });
  const flows = workflows.data?.workflows.map(({ workflow_id: id, name }) => ({ id, name }));
  return [
    groupOf(workflows, flows, 'Workflow', (id) => to`workflows/${id}`),
    groupOf(contracts, contracts.data?.contracts, 'Contract', (id) => to`contracts/${id}`),
    groupOf(campaigns, campaigns.data?.campaigns, 'Campaign', (id) => to`outreach/${id}`),
    groupOf(applications, applications.data?.applications, 'Application', (id) => to`review/${id}`),
  ];
}

/** Subscriptions by name or address, searched by the service. */
export function useNamedSubscriptions(typed: string): Group {
  const text = useSettled(typed).slice(0, 200);
  const enabled = useMay('webhooks:read') && text.length >= LEAST;
  const query = { api: 'all' as const, q: text, limit: SHOWN };
  const { data, isLoading, isPlaceholderData } = useRead('listWebhookSubscriptions', { query }, { enabled });
  const isWhole = text === typed.slice(0, 200) && !(enabled && (isLoading || isPlaceholderData));
  const entries = named(typed, data?.subscriptions ?? [], ({ subscription_id: id, name, url }) => ({
    id,
    label: name || url,
    detail: 'Subscription',
    href: to`webhooks/${id}`,
  }));
  return { entries: isWhole ? entries : [], isWhole };
}

function named<Thing>(typed: string, things: readonly Thing[], show: (thing: Thing) => Found): Found[] {
  if (typed.length < LEAST) return [];
  const wanted = typed.toLowerCase();
  return things
    .map(show)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, SHOWN);
}
