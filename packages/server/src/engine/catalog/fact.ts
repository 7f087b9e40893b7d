import type { Static, TObject } from 'typebox';

/**
 * Who a fact belongs to. The first three are the platforms of the interface (the values that a
 * webhook subscription's `platform` takes); `system` holds what the service tells about its own
 * running, which stands in none of the interface's catalogues.
 */
export type Platform = 'contracts' | 'outreach' | 'application_review' | 'system';

/** Where a public name stands: the Events API types, the Webhooks API catalogue, the area's own webhook list. */
export type CatalogKind = 'events' | 'webhooks' | 'area';

/** A fact's public name in each catalogue that has one. */
export type FactNames = { readonly [Kind in CatalogKind]?: string };

/** One thing that can happen, defined once, whatever the catalogues call it. */
export interface Fact<Key extends string = string, Data extends TObject = TObject> {
  /** The internal handle, snake_case; no dots, so it is never taken for a public name. */
  readonly key: Key;
  readonly platform: Platform;
  /** One plain sentence: when it happens. */
  readonly trigger: string;
  readonly names: FactNames;
  /** The payload, the event's `data`. Receivers must bear further fields. */
  readonly data: Data;
  /** An invented, realistic payload, frozen; test deliveries send it. */
  readonly sample: Static<Data>;
}

/** Defines a fact; the compiler checks its sample against its payload type. */
export function defineFact<const Key extends string, Data extends TObject>(
  fact: Fact<Key, Data>,
): Fact<Key, Data> {
  freezeDeep(fact.sample);
  return Object.freeze({ ...fact, names: Object.freeze({ ...fact.names }) });
}

/** Freezes a plain value and everything in it, so that a shared sample cannot be changed by one reader. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeep(inner);
  }
  return value;
}
