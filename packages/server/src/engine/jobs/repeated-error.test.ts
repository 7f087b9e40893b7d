import { expect, test } from 'vitest';
import { AppError } from '../../kit/errors/index.ts';
import { noteError } from './repeated-error.ts';

/** What is recorded when attempts throw these errors one after the other. */
function noteAll(errors: unknown[]) {
  let before: string | null = null;
  return errors.map((error) => {
    const noted = noteError(error, before);
    before = noted.text;
    return noted.isRepeated;
  });
}

test('the same error three times in a row is a repeat, even with other numbers and ids', () => {
  const errors = [7, 8, 9].map((n) => new Error(`row ${n} of 0x${n}f: too many, at 12:0${n}`));
  expect(noteAll(errors)).toEqual([false, false, true]);
});

test('a different error in between restarts the count', () => {
  const [one, other] = [new Error('one'), new Error('other')];
  expect(noteAll([one, one, other, one, one, one])).toEqual([false, false, false, false, false, true]);
});

test.each<[string, unknown]>([
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  [
    'a store that is away, told by its cause',
    new Error('put', { cause: Object.assign(new Error(), { code: 'ETIMEDOUT' }) }),
  ],
  ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['an answer of 503', new AppError('unavailable', { message: 'Later.' })],
])('%s never counts against the job', (_name, error) => {
  expect(noteAll(Array(9).fill(error))).toEqual(Array(9).fill(false));
});

test.each<[string, unknown]>([
  [
    'a statement that is wrong',
    Object.assign(new Error('cannot pass more than 100 arguments'), { code: '54023' }),
  ],
  ['what is no error', 'text'],
  ['nothing', undefined],
])('%s counts', (_name, error) => {
  expect(noteAll(Array(3).fill(error))).toEqual([false, false, true]);
});
