import { type Static, Type } from 'typebox';
import {
  describedAs,
  named,
  nullable,
  strictObject,
  textField,
  timestampField,
} from '../../kit/http/index.ts';
import type { Acknowledgement } from './acknowledgements.ts';

/** A person or a key. */
export const personRecord = named(
  'Somebody',
  Type.Object({
    id: Type.String({ description: '`usr_…` or `key_…`.' }),
    name: nullable(Type.String(), 'The name of the person or the key; null if it is no longer known.'),
  }),
);

export const acknowledgementRecord = named(
  'Acknowledgement',
  Type.Object({
    by: describedAs(personRecord, 'Who has seen it.'),
    at: timestampField('When it was seen.'),
    assignee: nullable(personRecord, 'Who is working on it; null if nobody is.'),
    note: nullable(Type.String(), 'Null if there is none.'),
  }),
);

export const acknowledgeBody = named(
  'NewAcknowledgement',
  strictObject({
    assignee: Type.Optional(
      nullable(
        Type.String({
          pattern: '^usr_[0-9a-f]{32}$',
          patternHint: 'must be the id of a person, `usr_…`',
        }),
        'The person of the organization who works on it, `usr_…`. Default: nobody.',
      ),
    ),
    note: Type.Optional(
      nullable(
        textField(2_000, 'For people to read.'),
        'A note for people to read, such as what was found so far.',
      ),
    ),
  }),
);

/** The field on a resource that can be acknowledged. */
export const acknowledgedField = (description: string) => nullable(acknowledgementRecord, description);

export function toAcknowledgementRecord(one: Acknowledgement): Static<typeof acknowledgementRecord> {
  const { by, at, assignee, note } = one;
  return { by, at: at.toISOString(), assignee, note };
}

/** Whether it refers to a problem that ended before the current one began. */
export function isBefore({ at }: Acknowledgement, troubleSince: Date | null): boolean {
  return troubleSince !== null && at < troubleSince;
}
