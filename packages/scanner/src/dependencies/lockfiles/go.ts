import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/** go.mod: requirements with their exact versions after replacements. */
export function parseGoMod(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  const replaced = new Map<string, { name: string; version: string | null }>();
  let block = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const [, opened] = /^(require|replace|exclude|retract|tool|ignore)\s*\(/.exec(line) ?? [];
    if (opened !== undefined) {
      block = opened;
      continue;
    }
    if (line === ')') {
      block = '';
      continue;
    }
    const single = /^(require|replace)\s+(.+)$/.exec(line);
    const kind = single?.[1] ?? block;
    const rest = single?.[2] ?? line;
    if (kind === 'require') {
      const [, name, version, indirect] = /^(\S+)\s+v([\w.+-]+)(\s*\/\/\s*indirect)?/.exec(rest) ?? [];
      if (name !== undefined && version !== undefined)
        packages.push(parsedPackage({ name, version, isDirect: !indirect, line: index + 1 }));
    } else if (kind === 'replace') {
      const [, name, other, version = null] =
        /^(\S+)(?:\s+v\S+)?\s*=>\s*(\S+)(?:\s+v(\S+))?/.exec(rest) ?? [];
      if (name !== undefined && other !== undefined) replaced.set(name, { name: other, version });
    }
  }
  for (const one of packages) {
    const other = replaced.get(one.name);
    if (!other) continue;
    one.name = other.name;
    one.version = other.version;
    if (!other.version) one.origin = 'path';
  }
  return { packages, license: null };
}

/** go.sum: every downloaded module. If there is a go.mod, that one says what is built. */
export function parseGoSum(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, version, integrity] = /^(\S+)\s+v(\S+)\s+(h1:\S+)$/.exec(line) ?? [];
    if (
      name !== undefined &&
      version !== undefined &&
      integrity !== undefined &&
      !version.endsWith('/go.mod')
    )
      packages.push(parsedPackage({ name, version, line: index + 1, integrity }));
  }
  return { packages, license: null };
}
