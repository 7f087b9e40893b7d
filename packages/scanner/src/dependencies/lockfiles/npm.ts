import { asObject, asText, parseJsonObject } from '../../read/json-values.ts';
import {
  jsonKeyLines,
  licenseText,
  type ParsedFile,
  type ParsedPackage,
  parsedPackage,
} from './parsed-package.ts';

const exactVersion = /^[v=]?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** The origin of a dependency in package.json. */
function originOf(range: string): ParsedPackage['origin'] {
  if (/^(?:git[+:]|github:|gitlab:|bitbucket:|git@)|^[\w-]+\/[\w.-]+(?:#.*)?$/.test(range)) return 'git';
  if (/^https?:/.test(range)) return /\.git(?:#|$)/.test(range) ? 'git' : 'url';
  return /^(?:file:|link:|portal:|workspace:|\.{0,2}\/)/.test(range) ? 'path' : 'registry';
}

export function parsePackageJson(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const lineOf = jsonKeyLines(text);
  const packages: ParsedPackage[] = [];
  for (const [field, isDev] of [
    ['dependencies', false],
    ['optionalDependencies', false],
    ['devDependencies', true],
  ] as const) {
    for (const [alias, value] of Object.entries(asObject(json[field]))) {
      const written = asText(value) ?? '*';
      const aliased = /^npm:(@?[^@]+)@(.+)$/.exec(written);
      const name = aliased?.[1] ?? alias;
      const range = aliased?.[2] ?? written;
      const version = exactVersion.test(range) ? range.replace(/^[v=]+/, '') : null;
      const line = lineOf(alias);
      packages.push(
        parsedPackage({ name, version, range, isDirect: true, isDev, line, origin: originOf(range) }),
      );
    }
  }
  return { packages, license: licenseText(json.license ?? json.licenses) };
}

/** package-lock.json and npm-shrinkwrap.json, lockfileVersion 1 to 3. */
export function parsePackageLock(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const lineOf = jsonKeyLines(text);
  const packages: ParsedPackage[] = [];
  const listed = asObject(json.packages);
  const root = asObject(listed['']);
  const direct = new Set(
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((field) =>
      Object.keys(asObject(root[field])),
    ),
  );
  for (const [path, value] of Object.entries(listed)) {
    const at = path.lastIndexOf('node_modules/');
    const entry = asObject(value);
    const version = asText(entry.version);
    if (at < 0 || entry.link === true || version === null) continue;
    const folder = path.slice(at + 'node_modules/'.length);
    packages.push(
      parsedPackage({
        name: asText(entry.name) ?? folder,
        version,
        isDirect: path.indexOf('node_modules/') !== at ? false : direct.has(folder) && at === 0 ? true : null,
        isDev: entry.dev === true || entry.devOptional === true,
        line: lineOf(path),
        license: licenseText(entry.license),
        integrity: asText(entry.integrity),
        origin: originOf(asText(entry.resolved) ?? '') === 'git' ? 'git' : 'registry',
      }),
    );
  }
  if (packages.length === 0) collectVersion1(asObject(json.dependencies), lineOf, packages);
  return { packages, license: licenseText(root.license) };
}

function collectVersion1(
  dependencies: Record<string, unknown>,
  lineOf: (key: string) => number,
  packages: ParsedPackage[],
): void {
  for (const [name, value] of Object.entries(dependencies)) {
    const entry = asObject(value);
    const aliased = /^npm:(@?[^@]+)@(.+)$/.exec(asText(entry.version) ?? '');
    const version = aliased?.[2] ?? asText(entry.version);
    if (version !== null && exactVersion.test(version)) {
      const integrity = asText(entry.integrity);
      packages.push(
        parsedPackage({
          name: aliased?.[1] ?? name,
          version,
          isDev: entry.dev === true,
          line: lineOf(name),
          integrity,
        }),
      );
    }
    collectVersion1(asObject(entry.dependencies), lineOf, packages);
  }
}

/** yarn.lock of Yarn 1, and of Yarn 2 and later. */
export function parseYarnLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  let current: ParsedPackage | undefined;
  let isWorkspace = false;
  const flush = () => {
    if (current?.version && !isWorkspace) packages.push(current);
    current = undefined;
    isWorkspace = false;
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\S.*:\s*$/.test(line) && !line.startsWith('#') && !line.startsWith('__metadata')) {
      flush();
      const first = line.replace(/:\s*$|,.*$/g, '').replace(/^"|"$/g, '');
      const aliased = /@npm:(@?[^@]+)@/.exec(first);
      const name = aliased?.[1] ?? first.slice(0, first.indexOf('@', 1));
      current = parsedPackage({
        name,
        line: index + 1,
        origin: /@(?:git[+:@]|github:|gitlab:|bitbucket:|ssh:|https?:\/\/[^"]*\.git)/.test(first)
          ? 'git'
          : 'registry',
      });
    } else if (current) {
      const [, field, value] =
        /^\s{2}"?(version|resolved|resolution|integrity|checksum)"?:?\s+"?([^"\n]+?)"?\s*$/.exec(line) ?? [];
      if (value === undefined) continue;
      if (field === 'version') current.version = value;
      else if (field === 'integrity' || field === 'checksum') current.integrity = value;
      else if (field === 'resolution') {
        isWorkspace = /@(?:workspace|link|portal|file):/.test(value);
        current.name = /^(@?[^@]+)@/.exec(value)?.[1] ?? current.name;
      }
    }
  }
  flush();
  return { packages, license: null };
}

/**
 * pnpm-lock.yaml, versions 5 to 9. Read line by line, because these files are large and always have the same layout.
 */
export function parsePnpmLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  const direct = new Map<string, boolean>();
  let section = '';
  let isDevGroup = false;
  let current: ParsedPackage | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, top] = /^([\w]+):/.exec(line) ?? [];
    if (top !== undefined) {
      section = top;
      isDevGroup = section === 'devDependencies';
      current = undefined;
      continue;
    }
    if (section === 'packages') {
      const [, key] = /^ {2}['"]?(\/?[^\s'"]+?)['"]?:\s*(?:\{.*)?$/.exec(line) ?? [];
      if (key !== undefined) {
        current = packageOfPnpmKey(key, index + 1);
        if (current) packages.push(current);
      } else if (current) {
        const integrity = /integrity: ([^,}\s]+)/.exec(line)?.[1];
        if (integrity) current.integrity = integrity;
        if (/^\s+dev: true/.test(line)) current.isDev = true;
      }
    } else if (section === 'importers' || /ependencies$/.test(section)) {
      const group = /^\s{4}(dependencies|devDependencies|optionalDependencies):/.exec(line);
      if (group) isDevGroup = group[1] === 'devDependencies';
      const name = /^\s{2,6}['"]?(@?[\w./-]+)['"]?:/.exec(line)?.[1];
      if (
        name &&
        !['specifier', 'version', 'dependencies', 'devDependencies', 'optionalDependencies'].includes(name)
      ) {
        direct.set(name, (direct.get(name) ?? true) && isDevGroup);
      }
    }
  }
  for (const one of packages) {
    one.isDirect = direct.has(one.name);
    if (one.isDirect && direct.get(one.name)) one.isDev = true;
  }
  return { packages, license: null };
}

function packageOfPnpmKey(key: string, line: number): ParsedPackage | undefined {
  const plain = key.replace(/^\//, '').replace(/\(.*$/, '');
  const [, name, version] = /^(@[^/]+\/[^@/]+|[^@/]+)[@/](\d[^_]*)/.exec(plain) ?? [];
  return name !== undefined && version !== undefined ? parsedPackage({ name, version, line }) : undefined;
}

/** bun.lock: JSON with trailing commas. Each package is `name: ["name@version", …, integrity]`. */
export function parseBunLock(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, version, integrity = null] =
      /^\s+"[^"]+": \["(@?[^@"]+)@(\d[^"]*)"(?:.*"(sha\d+-[^"]+)")?/.exec(line) ?? [];
    if (name !== undefined && version !== undefined)
      packages.push(parsedPackage({ name, version, line: index + 1, integrity }));
  }
  return { packages, license: null };
}
