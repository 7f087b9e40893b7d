import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = join(import.meta.dirname, '../package-lock.json');
const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether npm installed it on this machine. */
function isInstalled(path: string): boolean {
  return existsSync(join(import.meta.dirname, '..', path));
}

/** Whether the package at `path` finds `name` in its own node_modules or in a parent's. */
function isLocked(path: string, name: string): boolean {
  const parts = path === '' ? [] : path.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).join('/node_modules/');
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
  }
  return false;
}

// npm leaves out packages that the current registry does not have, and then `npm ci` refuses the file everywhere.
test('every optional package of every platform is locked', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

test('no package is bound to one registry', () => {
  const bound = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'));
  expect(bound).toEqual([]);
});

test('every package that this platform installs is locked with its hash', () => {
  const unhashed = Object.entries(packages).filter(
    ([path, { integrity, link, os }]) =>
      path.includes('node_modules/') &&
      !integrity &&
      !link &&
      (os ?? ['linux']).includes('linux') &&
      isInstalled(path),
  );
  expect(unhashed).toEqual([]);
});

test('the bill of materials lists what runs in the product, and nothing of the tests', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: join(import.meta.dirname, '..'),
    maxBuffer: 1e8,
  });
  const { bomFormat, components } = JSON.parse(text.toString());
  const names = components.map(({ name }: { name: string }) => name);
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'viem', 'web-tree-sitter', 'react']));
  expect(names).not.toContain('vitest');
});
