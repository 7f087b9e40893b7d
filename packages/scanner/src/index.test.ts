import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The modules and packages that a process has loaded after it has imported the entry. */
const script = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
process.stdout.write(JSON.stringify(loaded));
`;

test('the entry loads no parser and no package, so that using only the severities costs nothing else', () => {
  const args = ['--input-type=module', '--eval', script];
  const loaded: string[] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
  expect(loaded.filter((url) => /\/(?:agents|analysis|flow|languages|patches|security)\//.test(url))).toEqual(
    ['/agents/llm/model-agents.ts', '/analysis/versions.ts'].map((path) => expect.stringContaining(path)),
  );
  // Node's own modules are already loaded.
  expect(loaded.filter((url) => url.startsWith('file:')).length).toBeLessThan(30);
});
