import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/**
 * poetry.lock, uv.lock, pdm.lock and Cargo.lock: generated `[[package]]` blocks, read line by line to keep the line
 * of each package.
 */
export function parseTomlLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  let current: ParsedPackage | undefined;
  let isOwn = false;
  const flush = () => {
    if (current?.version && current.name && !isOwn) packages.push(current);
    current = undefined;
    isOwn = false;
  };
  let inBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('[')) {
      if (/^\[\[package\]\]/.test(line)) {
        flush();
        inBlock = true;
        current = parsedPackage({ name: '', line: index + 1 });
      } else inBlock = false;
      continue;
    }
    if (!current || !inBlock) continue;
    const [, field, written] =
      /^(name|version|category|groups|optional|checksum|source)\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (written === undefined) continue;
    const value = written.replace(/^"|"$/g, '');
    if (field === 'name') {
      current.name = value;
      current.line = index + 1;
    } else if (field === 'version') current.version = value;
    else if (field === 'category') current.isDev = value === 'dev';
    else if (field === 'groups') current.isDev = !/"(?:main|default)"/.test(written);
    else if (field === 'checksum') current.integrity = value;
    else if (field === 'source') {
      // uv marks the project itself. Git and path sources are not releases in the registry.
      if (/virtual|editable/.test(value)) isOwn = true;
      if (/^git\+|git\s*=/.test(value)) current.origin = 'git';
      if (/(?:directory|path)\s*=/.test(value)) current.origin = 'path';
    }
  }
  flush();
  return { packages, license: null };
}

/** Cargo.lock: as above. A package without a source belongs to the workspace. */
export function parseCargoLock(text: string): ParsedFile {
  const own = new Set<string>();
  for (const block of text.split('[[package]]').slice(1)) {
    const name = /^name = "([^"]+)"/m.exec(block)?.[1];
    if (name && !/^source = /m.test(block)) own.add(name);
  }
  const { packages } = parseTomlLock(text);
  return { packages: packages.filter((one) => !own.has(one.name)), license: null };
}
