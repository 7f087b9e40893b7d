import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanFile } from './scan-file.ts';
import { decideEncoding } from './text-encoding.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-encoding-'));
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['a@x.jp,山田', 'shift_jis'],
  ['a@x.jp,鈴木 太郎,株式会社', 'shift_jis'],
  ['a@x.jp,タナカ', 'shift_jis'],
  ['a@x.de,Jörg Größe', 'macintosh'],
  ['a@x.de,Jörg Größe', 'windows-1252'],
  ['a@x.fr,Zoé Crémière', 'macintosh'],
  ['a@x.fr,Zoé Crémière', 'windows-1252'],
  ['a@x.fi,Päiviö Määttä', 'macintosh'],
  ['a@x.fi,Päiviö Määttä', 'windows-1252'],
  ['a@x.de,Müller – „Söhne“', 'windows-1252'],
])('one line is enough to recognize an encoding: %s in %s', async (line, encoding) => {
  const path = join(folder, `${encoding}.csv`);
  await writeFile(path, iconv.encode(`email,name\n${line}\n`, encoding));
  expect(decideEncoding(await scanFile(path), undefined)).toEqual({ name: encoding, bomBytes: 0 });
});
