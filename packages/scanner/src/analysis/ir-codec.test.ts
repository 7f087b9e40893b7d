import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deepLanguages } from '../languages/frontend/deep-languages.ts';
import { lowerFile, prepareLanguages } from '../languages/frontend/lower-file.ts';
import { semanticsOf } from '../languages/semantics.ts';
import { detectLanguage } from '../read/language-table.ts';
import { readExamples } from '../rules/catalog/examples.ts';
import { packIr, unpackIr } from './ir-codec.ts';

const source = join(import.meta.dirname, '..');

/** The rules that Scala has show themselves in its own examples. */
const scala = globSync('languages/scala/examples/*.txt', { cwd: source }).map((path): [string, string] => [
  path.replace(/\.txt$/, ''),
  readFileSync(join(source, path), 'utf8'),
]);

const examples = [...readExamples().values()]
  .flat()
  .flatMap(({ weak, safe }) => [...Object.entries(weak), ...Object.entries(safe)])
  .concat(scala)
  .flatMap(([path, text]) => {
    const language = detectLanguage(path, text)?.name ?? '';
    return deepLanguages.has(language) ? [{ path, language, text }] : [];
  });

/** Where two graphs of objects differ; undefined where they do not. Parts may stand in several places, and hold one another. */
function difference(one: unknown, other: unknown): string | undefined {
  const met = new Map<unknown, unknown>();
  const open: [path: string, one: unknown, other: unknown][] = [['', one, other]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, a, b] = next;
    if (Object.is(a, b) || met.get(a) === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || met.has(a)) return path;
    met.set(a, b);
    const [parts, others] = [partsOf(a), partsOf(b)];
    if (a.constructor !== b.constructor || parts.length !== others.length) return path;
    for (const [at, [name, part]] of parts.entries()) {
      const [otherName, otherPart] = others[at] ?? [];
      if (name !== otherName) return `${path}.${name}`;
      // Functions of two readings never have the same number.
      if (name !== 'id') open.push([`${path}.${name}`, part, otherPart]);
    }
  }
  return undefined;
}

function partsOf(whole: object): [string, unknown][] {
  if (whole instanceof Map) return [...whole].map(([name, part]) => [String(name), part]);
  return whole instanceof Set ? [...whole].map((part) => [String(part), part]) : Object.entries(whole);
}

test.each([...deepLanguages])('a file of %s is what it was before it was packed', async (language) => {
  const files = examples.filter((one) => one.language === language).slice(0, 40);
  expect(files.length).toBeGreaterThan(0);
  await prepareLanguages([language]);
  for (const { path, text } of files) {
    const lower = () => lowerFile(path, language, text, 60_000);
    const [lowered, again] = [lower(), lower()];
    if (lowered === null || typeof lowered === 'string' || typeof again === 'string' || again === null)
      continue;
    const packed = packIr(lowered);
    const unpacked = unpackIr(packed, text, semanticsOf(language));
    expect(unpacked.top.id).not.toBe(lowered.top.id);
    // No property, no order of properties and no object that stands twice is lost.
    expect(packIr(unpacked)).toEqual(packed);
    expect(difference(unpacked, lowered)).toBeUndefined();
    // Equal files are equal bytes.
    expect(packIr(again)).toEqual(packed);
  }
});
