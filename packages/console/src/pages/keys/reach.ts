export const areas = ['contracts', 'outreach', 'review', 'events', 'webhooks'] as const;

const areaTexts: Record<(typeof areas)[number], string> = {
  contracts: 'contracts',
  outreach: 'outreach',
  review: 'application review',
  events: 'events and workflows',
  webhooks: 'webhooks',
};

export function areaName(area: (typeof areas)[number]): string {
  const name = areaTexts[area];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The access given by scopes, in words: `Read and change webhooks; read events`. */
export function describeScopes(scopes: readonly string[]): string {
  const [first, ...others] = reachOf(scopes);
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join('; ');
}

function reachOf(scopes: readonly string[]): string[] {
  if (scopes.includes('admin')) return ['Everything, people and API keys too'];
  const [both, read, write] = [[], [], []] as [string[], string[], string[]];
  for (const area of areas) {
    const [reads, writes] = [scopes.includes(`${area}:read`), scopes.includes(`${area}:write`)];
    if (reads || writes) (reads && writes ? both : reads ? read : write).push(areaTexts[area]);
  }
  return [
    ...(both.length > 0 ? [`Read and change ${areasListed(both)}`] : []),
    ...(read.length > 0 ? [`Read ${areasListed(read)}`] : []),
    ...(write.length > 0 ? [`Change ${areasListed(write)}`] : []),
  ];
}

const areasListed = (names: string[]) => (names.length === areas.length ? 'all platforms' : listed(names));

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
