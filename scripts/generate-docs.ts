// `npm run docs`: writes docs/reference from the tables that the service runs by.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { referencePages } from './reference-pages.ts';

const folder = join(import.meta.dirname, '../docs/reference');
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(referencePages())) {
  await writeFile(join(folder, name), text);
  process.stdout.write(`docs/reference/${name}\n`);
}
