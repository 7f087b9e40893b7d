export {
  type AuditedSubject as AuditedThing,
  auditedFacts,
  auditedSubjects as auditedThings,
  type Deed,
} from './audited-facts.ts';
export {
  type CatalogEntry,
  catalogEntries,
  type FactData,
  type FactKey,
  factByKey,
  factByName,
  facts,
  namesOf,
  platformOfName,
  primaryName,
  refuseReserved,
  sampleFor,
} from './catalog.ts';
export { configurationSubjects as configurationThings } from './configuration.ts';
export { type ConfigurationChange, changedFields, configurationEvents } from './configuration-event.ts';
export type { CatalogKind, Fact, FactNames, Platform } from './fact.ts';
export { type FactDetails, factData, factEvent } from './fact-event.ts';
