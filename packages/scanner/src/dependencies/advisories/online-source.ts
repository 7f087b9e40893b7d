import { type Advisory, type AdvisorySource, advisoryKey } from './advisory.ts';

/** A source of advisories in memory. Nothing is known about packages without an answer. */
export function onlineSource(advisories: readonly Advisory[], newest: string | null): AdvisorySource {
  const byPackage = new Map<string, Advisory[]>();
  for (const advisory of advisories) {
    const key = advisoryKey(advisory.ecosystem, advisory.package);
    byPackage.set(key, [...(byPackage.get(key) ?? []), advisory]);
  }
  return {
    kind: 'online',
    count: new Set(advisories.map(({ id }) => id)).size,
    newest,
    covers: () => true,
    advisoriesFor: (ecosystem, name) => byPackage.get(advisoryKey(ecosystem, name)) ?? [],
  };
}
