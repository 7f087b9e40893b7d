import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileIr } from '../ir/ir.ts';
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

/** Gives all functions one number: those of two readings of a file never have the same. */
function withoutIds(file: FileIr): FileIr {
  const seen = new Set<unknown>([file.semantics]);
  const open: unknown[] = [file];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if ('locals' in one) Object.assign(one, { id: 0 });
    open.push(...(one instanceof Map ? one.values() : one instanceof Set ? one : Object.values(one)));
  }
  return file;
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
    expect(withoutIds(unpacked)).toEqual(withoutIds(lowered));
    // Equal files are equal bytes.
    expect(packIr(again)).toEqual(packed);
  }
});
