import { expect, test } from 'vitest';
import { sameOptions } from './same-options.ts';

const before = [
  { id: '', label: 'Any' },
  { id: 'sql', label: 'sql (2)' },
];

test('options that did not change stay the same array', () => {
  expect(sameOptions(structuredClone(before), before)).toBe(before);
});

test.each([
  ['another count', [before[0], { id: 'sql', label: 'sql (1)' }]],
  ['another option', [before[0], { id: 'eval', label: 'sql (2)' }]],
  ['one less', [before[0]]],
  ['one more', [...before, { id: 'eval', label: 'eval (1)' }]],
])('%s is a new array', (_, now) => {
  expect(sameOptions(now as typeof before, before)).toBe(now);
});
