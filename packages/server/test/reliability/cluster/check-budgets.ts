import type { CampaignUse, History, Mail } from './history.ts';

/** Compares the mails that a mail server accepted with the budgets of the campaigns and their reported costs. */
export function checkBudgets({ campaigns, mails }: History): Record<string, string[]> {
  const byDomain = Map.groupBy(mails, ({ to }) => to.slice(to.indexOf('@') + 1));
  const findAll = (find: (campaign: CampaignUse, mails: Mail[]) => string[]) =>
    campaigns.flatMap((campaign) =>
      find(campaign, byDomain.get(campaign.domain) ?? []).map((it) => `${campaign.domain}: ${it}`),
    );
  const known = new Set(campaigns.map(({ domain }) => domain));
  return {
    'a budget was overspent': findAll((campaign, own) => [
      ...findOverspent(campaign, own),
      ...findOverbooked(campaign),
    ]),
    'less was charged than was sent': findAll(findUnbooked),
    'a mail was sent twice': findAll((_, own) =>
      [...Map.groupBy(own, ({ to }) => to)]
        .filter(([, copies]) => copies.length > 1)
        .map(([to, copies]) => `${to}, ${copies.length} times`),
    ),
    'a mail went to an unexpected recipient': [...byDomain.keys()].filter((domain) => !known.has(domain)),
    'a mail was reported as sent and never arrived': findAll(findUnsent),
    'a mail arrived that was reported as not sent': findAll(findDenied),
    'a campaign did not continue': findAll(findStill),
  };
}

/** The highest budget requested until then, whether or not there was an answer. */
function mostUntil({ limits }: CampaignUse, at: number): number {
  return limits.reduce((most, { micros, askedAt }) => (askedAt <= at ? Math.max(most, micros) : most), 0);
}

/** By the costs that the mail server would charge. */
function findOverspent(campaign: CampaignUse, own: Mail[]): string[] {
  return own
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at }, i) => {
      const paid = (i + 1) * campaign.priceMicros;
      const most = mostUntil(campaign, at);
      return paid > most ? [`${paid} for mails, of ${most}`] : [];
    });
}

/** By the costs that the campaign reports. */
function findOverbooked(campaign: CampaignUse): string[] {
  return campaign.reads.flatMap(({ spentMicros, reservedMicros, sentAt, node }, i) => {
    // The budget may have been raised between the request and its answer.
    const most = mostUntil(campaign, campaign.reads[i + 1]?.sentAt ?? sentAt + 60_000);
    const used = spentMicros + reservedMicros;
    return used > most ? [`${used} spent and held on ${node}, of ${most}`] : [];
  });
}

function findUnbooked({ end, priceMicros }: CampaignUse, own: Mail[]): string[] {
  const paid = own.length * priceMicros;
  return end !== undefined && end.spentMicros < paid ? [`${end.spentMicros}, of ${paid}`] : [];
}

function findUnsent({ end }: CampaignUse, own: Mail[]): string[] {
  const came = new Set(own.map(({ to }) => to));
  return (end?.messages ?? [])
    .filter(({ to, status }) => status === 'sent' && !came.has(to))
    .map(({ to }) => to);
}

/** Mails with an unknown result may have arrived or not. */
function findDenied({ end }: CampaignUse, own: Mail[]): string[] {
  const denied = new Map(
    (end?.messages ?? [])
      .filter(({ status, failureCode }) => status !== 'sent' && failureCode !== 'delivery_unknown')
      .map(({ to, status }) => [to, status]),
  );
  return own.filter(({ to }) => denied.has(to)).map(({ to }) => `${to}, which is ${denied.get(to)}`);
}

/** A campaign continues until everything is sent, or the budget is used up. */
function findStill({ end, leads, priceMicros, limits }: CampaignUse): string[] {
  const granted = limits.filter(({ acknowledged }) => acknowledged).map(({ micros }) => micros);
  if (end === undefined || granted.length === 0) return [];
  const affordable = Math.min(leads, Math.floor(Math.max(...granted) / priceMicros));
  const done = end.messages.filter(({ status }) => status === 'sent' || status === 'failed').length;
  return done < affordable
    ? [`${done} of ${affordable} mails; it is ${end.status} (${end.pauseReason})`]
    : [];
}
