import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

test('docs/dependencies.md lists every direct dependency, and nothing else', () => {
  const manifests = globSync('{package.json,packages/*/package.json}', { cwd: root });
  const used = manifests.flatMap((path) => {
    const { dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const listed = [...page.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(listed.toSorted()).toEqual([...new Set(used)].toSorted());
});
