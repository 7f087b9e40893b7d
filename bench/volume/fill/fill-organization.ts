import { fillAccess } from './fill-access.ts';
import { fillCampaigns } from './fill-campaigns.ts';
import { fillContracts } from './fill-contracts.ts';
import { fillDeliveries } from './fill-deliveries.ts';
import { fillLeads } from './fill-leads.ts';
import { fillLog } from './fill-log.ts';
import { fillReview } from './fill-review.ts';
import { fillWorkflows } from './fill-workflows.ts';
import type { Filling } from './filling.ts';

export const parts = {
  log: fillLog,
  deliveries: fillDeliveries,
  workflows: fillWorkflows,
  leads: fillLeads,
  campaigns: fillCampaigns,
  contracts: fillContracts,
  review: fillReview,
  access: fillAccess,
};

/** Fills an organization with as much of everything as its sizes say, through the API or as the service would have left it. */
export async function fillOrganization(filling: Filling, say: (text: string) => void): Promise<void> {
  for (const [name, fill] of Object.entries(parts)) {
    const startedAt = performance.now();
    await fill(filling);
    say(`  ${name} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
}
