import { readdir, readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { serveTasks } from '../../kit/threads/index.ts';
import type { Asset, AssetTasks } from './console-pages.ts';

const packages = join(import.meta.dirname, '../../../..');
/** Node is given the module for servers; that for browsers lies beside its folder. */
const litHtml = join(
  dirname(createRequire(join(packages, 'console/package.json')).resolve('lit-html')),
  '../lit-html.js',
);

// In a thread, since taking the types off the SDK's long table alone needs a tenth of a second.
serveTasks<AssetTasks>({
  load: async () => [
    ...(await modulesBelow('console/src')),
    ...(await modulesBelow('sdk/src')),
    script('lit-html.js', await readFile(litHtml, 'utf8')),
    {
      path: 'console.css',
      type: 'text/css; charset=utf-8',
      text: await readFile(join(packages, 'console/src/console.css'), 'utf8'),
    },
  ],
});

/** The modules of a package as browsers run them, at the paths that their imports of one another name. */
async function modulesBelow(folder: string): Promise<Asset[]> {
  const files = await readdir(join(packages, folder), { recursive: true });
  const sources = files.filter((file) => /(?<!\.test|\.test-d)\.ts$/.test(file));
  return Promise.all(
    sources.map(async (file) => {
      const text = stripTypeScriptTypes(await readFile(join(packages, folder, file), 'utf8'));
      // Types leave blanks, of which a table of types leaves a third of a megabyte.
      const isTable = basename(file).includes('.generated.');
      return script(`${folder}/${file}`, isTable ? text.replace(/\s*\n\s*/g, '\n') : text);
    }),
  );
}

function script(path: string, text: string): Asset {
  return { path, type: 'text/javascript; charset=utf-8', text };
}
