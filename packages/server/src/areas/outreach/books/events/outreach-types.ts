import { facts, namesOf } from '../../../../engine/catalog/index.ts';
import { isEventPattern, matchesPattern, spineErrors } from '../../../../engine/spine/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';

const outreachFacts = facts.filter(({ platform }) => platform === 'outreach');
const factKeys = new Set(outreachFacts.map(({ key }) => key));

/** Types that the platform publishes beside its facts; in no catalogue of the interface. */
const extraTypes = [
  'communication.bounced',
  'communication.clicked',
  'communication.complained',
  'lead.unsubscribed',
  'agent.executed',
] as const;
const extras = new Set<string>(extraTypes);

/** Whether an event is the platform's: a client's own event of the same type is not. */
export function isOutreachEvent(type: string, fact: string | null): boolean {
  return fact === null ? extras.has(type) : factKeys.has(fact);
}

/** Facts and further types that a pattern means; a fact is meant by each of its names. */
export interface MeantTypes {
  facts: string[];
  types: string[];
}

/** Throws `invalid_event_type` for what is no type and no pattern. */
export function readTypePattern(pattern: string): MeantTypes {
  if (!isEventPattern(pattern)) {
    throw new AppError(spineErrors.invalid_event_type, {
      message: '`type` must be an event type such as `lead.scored`, or a pattern such as `lead.*` or `*`.',
      field: 'type',
    });
  }
  const meant = (name: string) => matchesPattern(pattern, name);
  return {
    facts: outreachFacts.filter((fact) => namesOf(fact).some(meant)).map(({ key }) => key),
    types: extraTypes.filter(meant),
  };
}
