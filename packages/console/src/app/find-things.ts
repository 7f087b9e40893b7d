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

/** A name is looked for from so many letters on. */
const LEAST = 2;
const SHOWN = 4;
/** Of what has no search of its own, the newest are looked through. */
const LOOKED_THROUGH = 100;

/** What has the text in its name: subscriptions, workflows, contracts, campaigns and applications. */
export function useThings(typed: string): Found[] {
  const text = useSettled(typed).slice(0, 200);
  const isAsked = text.length >= LEAST;
  const newest = { query: { limit: LOOKED_THROUGH } };
  const subscriptions = useRead(
    'listWebhookSubscriptions',
    { query: { api: 'all', q: text, limit: SHOWN } },
    { enabled: useMay('webhooks:read') && isAsked },
  );
  const workflows = useRead('listWorkflows', newest, { enabled: useMay('events:read') && isAsked });
  const contracts = useRead('listContracts', newest, { enabled: useMay('contracts:read') && isAsked });
  const campaigns = useRead('listCampaigns', newest, { enabled: useMay('outreach:read') && isAsked });
  const applications = useRead('listApplications', newest, { enabled: useMay('review:read') && isAsked });
  if (typed.length < LEAST) return [];
  return [
    ...named(typed, subscriptions.data?.subscriptions ?? [], ({ subscription_id: id, name, url }) => ({
      ...{ id, label: name || url, detail: 'Subscription', href: to`webhooks/${id}` },
    })),
    ...named(typed, workflows.data?.workflows ?? [], ({ workflow_id: id, name }) => ({
      ...{ id, label: name, detail: 'Workflow', href: to`workflows/${id}` },
    })),
    ...named(typed, contracts.data?.contracts ?? [], ({ id, name }) => ({
      ...{ id, label: name, detail: 'Contract', href: to`contracts/${id}` },
    })),
    ...named(typed, campaigns.data?.campaigns ?? [], ({ id, name }) => ({
      ...{ id, label: name, detail: 'Campaign', href: to`outreach/${id}` },
    })),
    ...named(typed, applications.data?.applications ?? [], ({ id, name }) => ({
      ...{ id, label: name, detail: 'Application', href: to`review/${id}` },
    })),
  ];
}

function named<Thing>(typed: string, things: readonly Thing[], show: (thing: Thing) => Found): Found[] {
  const wanted = typed.toLowerCase();
  return things
    .map(show)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, SHOWN);
}
