import type { Static, TObject } from 'typebox';

/**
 * Who a fact belongs to. The first three are the interface's platforms (values of a webhook subscription's
 * `platform`); `system` covers what the service reports about itself, which is in none of the interface's
 * catalogues.
 */
export type Platform = 'contracts' | 'outreach' | 'application_review' | 'system';

/**
 * Where a public name appears: the Events API types, the Webhooks API catalogue, the area's own webhook list.
 */
export type CatalogKind = 'events' | 'webhooks' | 'area';

/** A fact's public name in each catalogue that has one. */
export type FactNames = { readonly [Kind in CatalogKind]?: string };

/** Something that can happen, defined once, whatever the catalogues call it. */
export interface Fact<Key extends string = string, Data extends TObject = TObject> {
  /** Internal key, snake_case; no dots, so it cannot be mistaken for a public name. */
  readonly key: Key;
  readonly platform: Platform;
  /** One plain sentence: when it happens. */
  readonly trigger: string;
  readonly names: FactNames;
  /** The payload, the event's `data`. Receivers must tolerate additional fields. */
  readonly data: Data;
  /** A made-up, realistic payload, frozen; sent by test deliveries. */
  readonly sample: Static<Data>;
}

/** Defines a fact; the compiler checks its sample against its payload type. */
export function defineFact<const Key extends string, Data extends TObject>(
  fact: Fact<Key, Data>,
): Fact<Key, Data> {
  freezeDeep(fact.sample);
  return Object.freeze({ ...fact, names: Object.freeze({ ...fact.names }) });
}

/** Deep-freezes a plain value, so that no reader can change a shared sample. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeep(inner);
  }
  return value;
}
