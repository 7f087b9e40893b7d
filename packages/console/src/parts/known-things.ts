import { useMay } from '../api/client.ts';
import { useRead } from '../api/read.ts';
import type { Option } from './fields.tsx';

interface Kind {
  operation:
    | 'listApplications'
    | 'listContracts'
    | 'listCampaigns'
    | 'listLeads'
    | 'listMailboxes'
    | 'listTemplates';
  scope: string;
  /** Fields that name one, best first. */
  names: string[];
}

/** What fields of this name refer to, so that people can choose by name. */
const kinds: Record<string, Kind | undefined> = {
  application_id: { operation: 'listApplications', scope: 'review:read', names: ['name'] },
  contract_id: { operation: 'listContracts', scope: 'contracts:read', names: ['name'] },
  campaign_id: { operation: 'listCampaigns', scope: 'outreach:read', names: ['name'] },
  lead_id: { operation: 'listLeads', scope: 'outreach:read', names: ['email', 'last_name'] },
  mailbox_id: { operation: 'listMailboxes', scope: 'outreach:read', names: ['address', 'name'] },
  template_id: { operation: 'listTemplates', scope: 'outreach:read', names: ['name'] },
};

const OFFERED = 100;

/** The newest things a field can refer to, by name; undefined for fields that hold no such id. */
export function useKnownRecords(field: string): Option[] | undefined {
  const kind = kinds[field];
  const isAsked = useMay(kind?.scope ?? 'admin') && kind !== undefined;
  const found = useRead(
    kind?.operation ?? 'listApplications',
    { query: { limit: OFFERED } },
    { enabled: isAsked },
  );
  if (!isAsked) return undefined;
  const lists = Object.values(found.data ?? {}).filter(Array.isArray) as Record<string, unknown>[][];
  return (lists[0] ?? []).map((thing) => optionOf(thing, kind));
}

function optionOf(thing: Record<string, unknown>, { names }: Kind): Option {
  const id = String(thing.id);
  const name = names.map((one) => thing[one]).find((one) => typeof one === 'string' && one !== '');
  return { id, label: typeof name === 'string' ? name : id, detail: id, text: id };
}
