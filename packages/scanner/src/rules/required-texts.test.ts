import { expect, test } from 'vitest';
import { type RequiredTexts, requiredTexts } from './required-texts.ts';
import { TextSketch } from './text-sketch.ts';

test.each<[RegExp, RequiredTexts | undefined]>([
  [/\bcreateHash\s*\(/g, 'createhash'],
  [/\b(?:md5|sha1)\s*\(/g, { any: ['md5', 'sha1'] }],
  [/\b[rR]equest\.params\.(\w*[uU]ser_?[iI]d)\b/g, { all: ['request.params.', 'user'] }],
  [/a?bcd+e(?!xyz)/g, 'bcd'],
  [/(?:abc|d)\w+/g, undefined],
  [/(?:secret)?[^\n]{0,40}=/g, undefined],
  [/(?<=password)\s+x/g, undefined],
  [/(?i:password)/g, undefined],
  [/\x60select\x60/gi, '`select`'],
  [/\(\[(\w+)\]\)\s*=>\s*eval\(/g, 'eval('],
])('%s requires %j', (pattern, texts) => {
  expect(requiredTexts(pattern)).toEqual(texts);
});

test('a sketch rules out no pattern that matches its text, whatever the case and however it is blanked', () => {
  const text = 'const key = CREATEHASH("md5")\n// res.redirect(req.query.next)\n';
  const sketch = new TextSketch(text);
  expect(sketch.mayMatch(/createHash\(/i)).toBe(true);
  expect(sketch.mayMatch(/\bres\s*\.redirect\s*\(/)).toBe(true);
  expect(sketch.mayMatch(/\w+/)).toBe(true);
  expect(sketch.mayMatch(/res\.sendFile\(|unserialize/)).toBe(false);
  // All texts that a pattern requires must occur, not just one.
  expect(sketch.mayMatch(/\bres\.\w+\([^)]*(?:cookie|session)/)).toBe(false);
  expect(sketch.mayMatch(/\bres\.\w+\([^)]*(?:cookie|query)/)).toBe(true);
});

test('patterns are ruled out in a long text if it does not contain them, and never if it does, wherever that is', () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `Ünit${(at * 7_919).toString(36)}`);
  const sketch = new TextSketch(words.join(' '));
  for (const word of words.filter((_, at) => at % 1_999 === 0))
    expect(sketch.mayMatch(new RegExp(word.slice(1)))).toBe(true);
  // All its trigrams occur somewhere.
  expect(sketch.mayMatch(/nit1nit2/)).toBe(false);
  expect(sketch.mayMatch(/unserialize/)).toBe(false);
});
