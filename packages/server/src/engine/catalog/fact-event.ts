import { type SourceOf, toRecord } from '../../kit/http/index.ts';
import { type FactData, type FactKey, factByKey, primaryName } from './catalog.ts';

export interface FactDetails<Key extends FactKey> {
  /** UUID. */
  orgId: string;
  /** The part of the service that publishes it, such as `contracts`. */
  source: string;
  data: FactData<Key>;
  correlationId?: string | null | undefined;
}

/** Builds the payload of a fact from the code's objects; see `toRecord`. */
export function factData<Key extends FactKey, const Given extends Partial<FactData<Key>>>(
  key: Key,
  source: SourceOf<FactData<Key>, Given>,
  given?: Given,
): FactData<Key> {
  return toRecord(factByKey(key).data, source as object, given as object) as FactData<Key>;
}

/** The event of a fact, ready for a unit of work. */
export function factEvent<Key extends FactKey>(
  key: Key,
  { orgId, source, data, correlationId }: FactDetails<Key>,
) {
  return {
    orgId,
    source,
    type: primaryName(factByKey(key)),
    fact: key as string,
    data: data as object,
    ...(correlationId != null && { metadata: { correlationId } }),
  };
}
