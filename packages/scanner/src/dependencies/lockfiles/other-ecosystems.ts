import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { asObject, asText, parseJsonObject } from '../../read/json-values.ts';
import {
  jsonKeyLines,
  licenseText,
  type ParsedFile,
  type ParsedPackage,
  parsedPackage,
} from './parsed-package.ts';

function lineOf(text: string, pattern: RegExp): number {
  const at = text.search(pattern);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}

export function parseCargoToml(text: string): ParsedFile {
  const toml = asObject(parseToml(text));
  const packages: ParsedPackage[] = [];
  const addTable = (table: unknown, isDev: boolean) => {
    for (const [alias, value] of Object.entries(asObject(table))) {
      const entry = asObject(value);
      const range = asText(value) ?? asText(entry.version) ?? '*';
      const name = asText(entry.package) ?? alias;
      const exact = /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1] ?? null;
      const origin = entry.git ? 'git' : entry.path || entry.workspace ? 'path' : 'registry';
      const line = lineOf(
        text,
        new RegExp(
          `^${RegExp.escape(alias)}\\s*[.=]|^\\[[^\\]]*dependencies\\.${RegExp.escape(alias)}\\]`,
          'm',
        ),
      );
      packages.push(parsedPackage({ name, version: exact, range, isDirect: true, isDev, line, origin }));
    }
  };
  const addAll = (holder: Record<string, unknown>) => {
    addTable(holder.dependencies, false);
    addTable(holder['build-dependencies'], false);
    addTable(holder['dev-dependencies'], true);
  };
  addAll(toml);
  for (const target of Object.values(asObject(toml.target))) addAll(asObject(target));
  addTable(asObject(toml.workspace).dependencies, false);
  return { packages, license: asText(asObject(toml.package).license) };
}

export function parseGemfile(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  let group = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, opened] = /^\s*group\s+(.+?)\s+do/.exec(line) ?? [];
    if (opened !== undefined) group = opened;
    else if (/^end/.test(line)) group = '';
    const [, name, after = ''] = /^\s*gem\s+['"]([^'"]+)['"](.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const rest = after.replace(/#.*$/, '');
    const range = [...rest.matchAll(/,\s*['"]([^'"]+)['"]/g)].map((part) => part[1]).join(', ') || '*';
    const exact = /^=?\s*(\d+(?:\.\w+)+)$/.exec(range)?.[1] ?? null;
    const origin = /\bgit(?:hub)?:|:git\b/.test(rest) ? 'git' : /\bpath:/.test(rest) ? 'path' : 'registry';
    const isDev = /:(?:development|test)/.test(`${group} ${rest}`) && !/:production/.test(group);
    packages.push(
      parsedPackage({
        name,
        version: exact,
        range,
        isDirect: true,
        isDev,
        line: index + 1,
        origin,
      }),
    );
  }
  return { packages, license: null };
}

/** Gemfile.lock: specs indented by four spaces are versions, by six their dependencies; DEPENDENCIES are direct. */
export function parseGemfileLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  let section = '';
  const direct = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (/^[A-Z]/.test(line)) section = line.trim();
    const [, name, release] = /^ {4}([^\s(]+) \(([^)]+)\)/.exec(line) ?? [];
    if (name !== undefined && release !== undefined && (section === 'GEM' || section === 'GIT')) {
      const origin = section === 'GIT' ? 'git' : 'registry';
      // A build for a platform is the same release.
      const version = release.replace(
        /-(?:x86|x64|java|jruby|arm|aarch|universal|mswin|mingw|musl|linux|darwin).*$/,
        '',
      );
      if (!packages.some((one) => one.name === name && one.version === version))
        packages.push(parsedPackage({ name, version, line: index + 1, origin }));
    }
    const [, own] = /^ {2}([^\s(!]+)/.exec(line) ?? [];
    if (section === 'DEPENDENCIES' && own !== undefined) direct.add(own);
  }
  for (const one of packages) one.isDirect = direct.has(one.name);
  return { packages, license: null };
}

export function parseComposerJson(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const lineFor = jsonKeyLines(text);
  const packages = (
    [
      ['require', false],
      ['require-dev', true],
    ] as const
  ).flatMap(([field, isDev]) =>
    Object.entries(asObject(json[field]))
      .filter(([name]) => name.includes('/'))
      .map(([name, value]) => {
        const range = asText(value) ?? '*';
        const exact = /^v?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1] ?? null;
        return parsedPackage({
          name: name.toLowerCase(),
          version: exact,
          range,
          isDirect: true,
          isDev,
          line: lineFor(name),
        });
      }),
  );
  return { packages, license: licenseText(json.license) };
}

export function parseComposerLock(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const packages: ParsedPackage[] = [];
  for (const [field, isDev] of [
    ['packages', false],
    ['packages-dev', true],
  ] as const) {
    for (const item of Array.isArray(json[field]) ? json[field] : []) {
      const entry = asObject(item);
      const name = asText(entry.name);
      const version = asText(entry.version)?.replace(/^v(?=\d)/, '') ?? null;
      if (!name) continue;
      packages.push(
        parsedPackage({
          name: name.toLowerCase(),
          version,
          isDev,
          line: lineOf(text, new RegExp(`"name":\\s*"${RegExp.escape(name)}"`)),
          license: licenseText(entry.license),
          integrity: asText(asObject(entry.dist).shasum),
        }),
      );
    }
  }
  return { packages, license: null };
}

export function parsePubspec(text: string): ParsedFile {
  const yaml = asObject(parseYaml(text));
  const packages = (
    [
      ['dependencies', false],
      ['dev_dependencies', true],
    ] as const
  ).flatMap(([field, isDev]) =>
    Object.entries(asObject(yaml[field]))
      .filter(([, value]) => asText(asObject(value).sdk) === null)
      .map(([name, value]) => {
        const entry = asObject(value);
        const range = asText(value) ?? asText(entry.version) ?? '*';
        const exact = /^\d+\.\d+\.\d+\S*$/.test(range) ? range : null;
        const origin = entry.git ? 'git' : entry.path ? 'path' : 'registry';
        const line = lineOf(text, new RegExp(`^ {2}${RegExp.escape(name)}:`, 'm'));
        return parsedPackage({ name, version: exact, range, isDirect: true, isDev, line, origin });
      }),
  );
  return { packages, license: null };
}

export function parsePubspecLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  let current: ParsedPackage | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const name = /^ {2}(\w+):\s*$/.exec(line)?.[1];
    if (name) current = parsedPackage({ name, line: index + 1 });
    if (!current) continue;
    const [, field, value] =
      /^ {4,6}(dependency|version|sha256|source):\s*"?([^"\n]+?)"?\s*$/.exec(line) ?? [];
    if (value === undefined) continue;
    if (field === 'dependency') {
      current.isDirect = value.startsWith('direct');
      current.isDev = value === 'direct dev';
    } else if (field === 'sha256') current.integrity = value;
    else if (field === 'source' && value !== 'hosted') current.origin = value === 'git' ? 'git' : 'path';
    else if (field === 'version') {
      current.version = value;
      if (current.origin !== 'path') packages.push(current);
    }
  }
  return { packages, license: null };
}
