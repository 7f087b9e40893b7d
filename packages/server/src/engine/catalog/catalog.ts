import type { Static } from 'typebox';
import { invalidField } from '../../kit/errors/index.ts';
import { accessFacts } from './access-facts.ts';
import { configurationFacts } from './configuration-facts.ts';
import { contractsFacts } from './contracts-facts.ts';
import { contractsOperationsFacts } from './contracts-operations-facts.ts';
import { type CatalogKind, type Fact, freezeDeep, type Platform } from './fact.ts';
import { outreachCampaignFacts } from './outreach-campaign-facts.ts';
import { outreachFacts } from './outreach-facts.ts';
import { reviewDecisionFacts } from './review-decision-facts.ts';
import { reviewFacts } from './review-facts.ts';
import { systemFacts } from './system-facts.ts';

const allFacts = [
  ...contractsFacts,
  ...contractsOperationsFacts,
  ...outreachCampaignFacts,
  ...outreachFacts,
  ...reviewFacts,
  ...reviewDecisionFacts,
  ...systemFacts,
  ...accessFacts,
  ...configurationFacts,
] as const;

type KnownFact = (typeof allFacts)[number];

/** The key under which an area publishes a fact. */
export type FactKey = KnownFact['key'];

/** The payload for a key. */
export type FactData<Key extends FactKey> = Static<Extract<KnownFact, { key: Key }>['data']>;

/** Every fact, once. */
export const facts: readonly Fact[] = allFacts;

/** One public name, as shown by `GET /v1/events/catalog`. */
export interface CatalogEntry {
  readonly name: string;
  readonly platform: Platform;
  /** Catalogues that contain this name. */
  readonly catalogs: readonly CatalogKind[];
  /** The other names of the same fact, sorted. */
  readonly aliases: readonly string[];
  readonly trigger: string;
  /** Payload schema, JSON Schema 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly sample: unknown;
}

const catalogKinds = ['events', 'webhooks', 'area'] as const satisfies readonly CatalogKind[];

/** All public names of a fact, each once: Events API first, then Webhooks API, then the area's own. */
export function namesOf(fact: Pick<Fact, 'names'>): string[] {
  const names = catalogKinds.map((kind) => fact.names[kind]).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/**
 * The type under which the log records a fact: its Events API name, else its Webhooks API name, else its
 * area's.
 */
export function primaryName(fact: Pick<Fact, 'key' | 'names'>): string {
  const [name] = namesOf(fact);
  if (name === undefined) throw new Error(`The fact ${fact.key} has no public name.`);
  return name;
}

/** Facts by key and by public name; throws when two facts share either, or one has no name. */
export function indexFacts(list: readonly Fact[]): {
  byKey: ReadonlyMap<string, Fact>;
  byName: ReadonlyMap<string, Fact>;
} {
  const byKey = new Map<string, Fact>();
  const byName = new Map<string, Fact>();
  for (const fact of list) {
    if (byKey.has(fact.key)) throw new Error(`Two facts have the key ${fact.key}.`);
    byKey.set(fact.key, fact);
    primaryName(fact);
    for (const name of namesOf(fact)) {
      const other = byName.get(name);
      if (other) throw new Error(`${name} names two facts: ${other.key} and ${fact.key}.`);
      byName.set(name, fact);
    }
  }
  return { byKey, byName };
}

const index = indexFacts(facts);

/** The fact that an area publishes under this key. */
export function factByKey<Key extends FactKey>(key: Key): Extract<KnownFact, { key: Key }> {
  // The index holds every KnownFact under its own key.
  return index.byKey.get(key) as Extract<KnownFact, { key: Key }>;
}

/** The fact with this public name in any catalogue; undefined for a client's own name. */
export function factByName(name: string): Fact | undefined {
  return index.byName.get(name);
}

/**
 * Throws `invalid_request` for types that only the service may publish, about people, keys and settings: they
 * would be taken as true.
 */
export function refuseReserved(type: string, field: string): void {
  if (!type.startsWith('access.') || !index.byName.has(type)) return;
  throw invalidField(
    field,
    `\`${field}\` must not be ${type}: only the service publishes this type. Choose another one.`,
  );
}

/** The platform of a public name; undefined for a client's own name. */
export function platformOfName(name: string): Platform | undefined {
  return index.byName.get(name)?.platform;
}

/** A realistic payload (frozen) for a public name; undefined for a client's own name. */
export function sampleFor(name: string): unknown {
  return index.byName.get(name)?.sample;
}

function buildEntry(name: string, fact: Fact): CatalogEntry {
  // The JSON round trip removes everything of the type builder's that is not JSON Schema.
  const schema: Record<string, unknown> = JSON.parse(JSON.stringify(fact.data));
  return {
    name,
    platform: fact.platform,
    catalogs: catalogKinds.filter((kind) => fact.names[kind] === name),
    aliases: namesOf(fact)
      .filter((other) => other !== name)
      .sort(),
    trigger: fact.trigger,
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: name, ...schema },
    sample: fact.sample,
  };
}

const entries: readonly CatalogEntry[] = freezeDeep(
  [...index.byName].map(([name, fact]) => buildEntry(name, fact)).sort((a, b) => (a.name < b.name ? -1 : 1)),
);

/** One entry per public name, sorted by name; frozen. */
export function catalogEntries(): readonly CatalogEntry[] {
  return entries;
}
