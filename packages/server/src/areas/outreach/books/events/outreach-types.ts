import { facts, namesOf } from '../../../../engine/catalog/index.ts';
import { isEventPattern, matchesPattern, spineErrors } from '../../../../engine/spine/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';

const outreachFacts = facts.filter(({ platform }) => platform === 'outreach');
const factKeys = new Set(outreachFacts.map(({ key }) => key));

/** Types the platform publishes in addition to its facts; the interface's catalogue does not list them. */
const extraTypes = [
  'communication.bounced',
  'communication.clicked',
  'communication.complained',
  'lead.unsubscribed',
  'agent.executed',
] as const;
const extras = new Set<string>(extraTypes);

/** Whether an event is the platform's own: a client's event of the same type is not. */
export function isOutreachEvent(type: string, fact: string | null): boolean {
  return fact === null ? extras.has(type) : factKeys.has(fact);
}

/** Facts and other types a pattern matches; a fact matches by any of its names. */
export interface MatchedTypes {
  facts: string[];
  types: string[];
}

/** Throws `invalid_event_type` unless it is a type or pattern. */
export function readTypePattern(pattern: string): MatchedTypes {
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
