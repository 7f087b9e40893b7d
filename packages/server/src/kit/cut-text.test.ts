import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text is cut before a surrogate pair that does not fit, and stays as it is when it fits', () => {
  expect(cutText('ab👍c', 2)).toBe('ab');
  expect(cutText('ab👍c', 3)).toBe('ab');
  expect(cutText('ab👍c', 4)).toBe('ab👍');
  expect(cutText('ab👍', 4)).toBe('ab👍');
  expect(cutText('', 3)).toBe('');
});
