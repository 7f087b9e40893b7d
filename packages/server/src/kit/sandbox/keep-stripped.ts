// A process that caches type-stripped modules, for processes that may not write: `keep-stripped.ts <folder>
// <address>…`
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { required } from '../required.ts';
import { yieldToOthers } from '../threads/index.ts';
import { nameOfStripped } from './stripped-modules.mjs';

yieldToOthers();
const [, , folder, ...addresses] = process.argv;
const kept = required(folder, 'the folder');
mkdirSync(kept, { recursive: true, mode: 0o700 });
for (const address of addresses) {
  const text = readFileSync(fileURLToPath(address));
  const draft = join(kept, `${process.pid}.draft`);
  writeFileSync(draft, stripTypeScriptTypes(text.toString()));
  // Several processes may store the same module at once, and readers must never see half a file.
  renameSync(draft, join(kept, nameOfStripped(text)));
}
