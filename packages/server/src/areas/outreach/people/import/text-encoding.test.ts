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
  ['a@x.is,Guðmundur Þórðarson', 'windows-1252'],
  ['a@x.is,Guðmundur Þorsteinn', 'windows-1252'],
  ['a@x.es,¿Qué? 10 m³', 'windows-1252'],
  ['a@x.fr,ÉCOLE DES ÉLÈVES', 'windows-1252'],
  ['a@x.dk,Søren Å', 'windows-1252'],
  ['a@x.ru,Иван Петров,Рога и копыта', 'windows-1251'],
  ['a@x.ru,Иван Петров,Рога и копыта', 'koi8-r'],
  ['a@x.ru,мария,ооо ромашка', 'windows-1251'],
  ['a@x.bg,Георги,Българска пощенска банка', 'windows-1251'],
  ['a@x.ua,Олексій,Київська пекарня', 'windows-1251'],
  ['a@x.rs,Ђорђе,Београд', 'windows-1251'],
  ['a@x.gr,Γιώργος,Ελληνική Τράπεζα', 'windows-1253'],
  ['a@x.il,דוד,בנק הפועלים', 'windows-1255'],
  ['a@x.eg,محمد,شركة النور للتجارة', 'windows-1256'],
  ['a@x.tr,Işık,Güneş Ticaret Ltd Şti', 'windows-1254'],
  ['a@x.pl,Łukasz,Żółta Łódź sp. z o.o.', 'windows-1250'],
])('one line is enough to recognize an encoding: %s in %s', async (line, encoding) => {
  const path = join(folder, `${encoding}.csv`);
  await writeFile(path, iconv.encode(`email,name\n${line}\n`, encoding));
  expect(decideEncoding(await scanFile(path), undefined)).toEqual({ name: encoding, bomBytes: 0 });
});
