import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/** go.mod: requirements with their exact versions, replacements applied. */
export function parseGoMod(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  const replaced = new Map<string, { name: string; version: string | null }>();
  let block = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const opened = /^(require|replace|exclude|retract|tool|ignore)\s*\(/.exec(line);
    if (opened) {
      block = opened[1]!;
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
      const match = /^(\S+)\s+(v[\w.+-]+)(\s*\/\/\s*indirect)?/.exec(rest);
      if (match) {
        const version = match[2]!.slice(1);
        packages.push(parsedPackage({ name: match[1]!, version, isDirect: !match[3], line: index + 1 }));
      }
    } else if (kind === 'replace') {
      const match = /^(\S+)(?:\s+v\S+)?\s*=>\s*(\S+)(?:\s+(v\S+))?/.exec(rest);
      if (match) replaced.set(match[1]!, { name: match[2]!, version: match[3]?.slice(1) ?? null });
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

/** go.sum: every module whose content was fetched. Where go.mod is beside it, go.mod tells what is built. */
export function parseGoSum(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const match = /^(\S+)\s+v(\S+)\s+(h1:\S+)$/.exec(line);
    if (match && !match[2]!.endsWith('/go.mod')) {
      packages.push(
        parsedPackage({ name: match[1]!, version: match[2]!, line: index + 1, integrity: match[3]! }),
      );
    }
  }
  return { packages, license: null };
}
