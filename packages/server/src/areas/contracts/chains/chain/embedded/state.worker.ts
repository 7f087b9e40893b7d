// A chain's state is megabytes of JSON, too much for the thread that serves requests.
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { serveTasks } from '../../../../../kit/threads/index.ts';
import type { StateTasks } from './snapshot-files.ts';
import { trimState } from './trim-state.ts';

serveTasks<StateTasks>({
  unpack: async ({ path, target }) => {
    const text = (await promisify(gunzip)(await readFile(path))).toString();
    await writeFile(target, trimState(text), { mode: 0o600 });
    return undefined;
  },
});
