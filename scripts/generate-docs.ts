// `npm run docs`: writes the files that are generated from the code: openapi.json, the types of the SDK,
// docs/reference, the commands in docs/cli.md, and the compiled contract templates.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatApi } from '../packages/sdk/scripts/format-api.ts';
import { describeApi } from '../packages/server/src/app/describe-api.ts';
import { formatPage } from '../packages/server/src/app/reference/reference-page.ts';
import { referencePages } from '../packages/server/src/app/reference/reference-pages.ts';
import { SourceCompiler } from '../packages/server/src/areas/contracts/code/compiler/source-compiler.ts';
import {
  compileTemplates,
  shippedTemplatesUrl,
} from '../packages/server/src/areas/contracts/code/templates/compile-template.ts';
import { buildProgram } from '../packages/server/src/cli/cli.ts';
import { putCommands } from '../packages/server/src/cli/command-reference.ts';

const root = join(import.meta.dirname, '..');
const reference = join(root, 'docs/reference');

const openApi = await describeApi();
await writeFile(join(root, 'packages/server/openapi.json'), openApi);
await writeFile(join(root, 'packages/sdk/src/api.generated.ts'), formatApi(JSON.parse(openApi)));

const before = await readFile(shippedTemplatesUrl, 'utf8').catch(() => undefined);
await writeFile(shippedTemplatesUrl, await compileTemplates(new SourceCompiler(), before));

const cliPage = join(root, 'docs/cli.md');
await writeFile(cliPage, putCommands(await readFile(cliPage, 'utf8'), buildProgram()));

const pages = referencePages();
// So that pages of removed entries disappear.
await rm(reference, { recursive: true, force: true });
for (const page of pages) {
  const file = join(reference, `${page.path}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, formatPage(page));
}
process.stdout.write(`openapi.json, the types of the SDK, and ${pages.length} pages of docs/reference\n`);
