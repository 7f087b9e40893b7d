// `npm run docs`: writes docs/reference from the tables that the service runs by.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatPage } from '../packages/server/src/app/reference/reference-page.ts';
import { referencePages } from '../packages/server/src/app/reference/reference-pages.ts';

const folder = join(import.meta.dirname, '../docs/reference');
const pages = referencePages();
// What is no longer in a table goes with its page.
await rm(folder, { recursive: true, force: true });
for (const page of pages) {
  const file = join(folder, `${page.path}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, formatPage(page));
}
process.stdout.write(`docs/reference: ${pages.length} pages\n`);
