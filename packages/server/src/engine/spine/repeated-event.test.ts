import { expect, test } from 'vitest';
import { isRepeatedId } from './repeated-event.repository.ts';

const clash = (name: string) => `duplicate key value violates unique constraint "${name}"`;

// The third is the error of Citus 12.1.12 for an insert by a function on another machine.
test.for([
  ['of a database', { code: '23505', constraint: 'events_id', message: clash('events_id') }, true],
  ['of a part of a log', { code: '23505', constraint: 'events_id_102063', message: '' }, true],
  ['of a function on another machine', { code: '23505', message: clash('events_id_102063') }, true],
  ['of another index', { code: '23505', message: clash('events_pkey_102063') }, false],
  ['of another kind', { code: '23503', message: clash('events_id') }, false],
  ['of no database', new Error('gone'), false],
] as const)('an id that is already in the log is recognized by the error %s', ([, error, isRepeated]) => {
  expect(isRepeatedId(error)).toBe(isRepeated);
});
