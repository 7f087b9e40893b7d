import { parse as parseToml } from 'smol-toml';
import { asObject, asText } from '../../read/json-values.ts';
import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

const element = (text: string, name: string) =>
  new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(text)?.[1] ?? null;

const withoutXmlComments = (text: string) =>
  text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
const managementPart = (plain: string) =>
  /<dependencyManagement>[\s\S]*?<\/dependencyManagement>/.exec(plain)?.[0] ?? '';

/** The file with the parent of a pom.xml, relative to its folder; null if it is not in the application. */
export function parentOfPom(text: string): string | null {
  const parent = /<parent>([\s\S]*?)<\/parent>/.exec(withoutXmlComments(text))?.[1];
  if (parent === undefined || /<relativePath\s*\/>|<relativePath>\s*<\/relativePath>/.test(parent))
    return null;
  const path = element(parent, 'relativePath') ?? '../pom.xml';
  return path.endsWith('.xml') ? path : `${path.replace(/\/$/, '')}/pom.xml`;
}

/**
 * pom.xml: dependencies with `${properties}` and versions of dependencyManagement filled in, from here or from its
 * parents, the nearest first.
 */
export function parsePom(text: string, _path = '', parents: readonly string[] = []): ParsedFile {
  const plain = withoutXmlComments(text);
  const above = parents.map(withoutXmlComments);
  const properties = new Map([...above].reverse().flatMap((one) => [...propertiesOf(one)]));
  for (const [name, value] of propertiesOf(plain)) properties.set(name, value);
  const fill = (value: string | null): string | null => {
    let result = value;
    for (let depth = 0; depth < 5 && result?.includes('${'); depth++) {
      result = result.replace(/\$\{([^}]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
    }
    return result;
  };
  const managedText = managementPart(plain);
  const managed = new Map<string, string | null>();
  for (const part of [...above.map(managementPart).reverse(), managedText]) {
    for (const [, dependency = ''] of part.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g))
      managed.set(coordinate(dependency, fill), fill(element(dependency, 'version')));
  }
  const rest = plain
    .replace(managedText, (part) => part.replace(/[^\n]/g, ' '))
    .replace(/<(plugin|exclusions)>[\s\S]*?<\/\1>/g, (part) => part.replace(/[^\n]/g, ' '));
  const packages: ParsedPackage[] = [];
  for (const block of rest.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)) {
    const [, body = ''] = block;
    const name = coordinate(body, fill);
    const written = fill(element(body, 'version')) ?? managed.get(name) ?? null;
    const isExact = written !== null && /^\d[\w.+-]*$/.test(written);
    packages.push(
      parsedPackage({
        name,
        version: isExact ? written : null,
        range: written,
        isDirect: true,
        isDev: /^(?:test|provided)$/.test(element(body, 'scope') ?? ''),
        line: plain.slice(0, block.index).split('\n').length,
      }),
    );
  }
  const license = /<licenses>[\s\S]*?<name>\s*([^<]+?)\s*<\/name>/.exec(plain)?.[1] ?? null;
  return { packages, license };
}

function coordinate(body: string, fill: (value: string | null) => string | null): string {
  return `${fill(element(body, 'groupId')) ?? ''}:${fill(element(body, 'artifactId')) ?? ''}`;
}

function propertiesOf(text: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const [, block = ''] of text.matchAll(/<properties>([\s\S]*?)<\/properties>/g)) {
    for (const [, name = '', value = ''] of block.matchAll(/<([\w.-]{1,200})>([^<]*)<\/\1>/g))
      properties.set(name, value.trim());
  }
  const [head = ''] = text.split(/<(?:dependencies|build|dependencyManagement|profiles)>/);
  const parent = /<parent>([\s\S]*?)<\/parent>/.exec(head)?.[1] ?? '';
  const own = head.replace(/<parent>[\s\S]*?<\/parent>/, '');
  const version = element(own, 'version') ?? element(parent, 'version');
  const group = element(own, 'groupId') ?? element(parent, 'groupId');
  if (version)
    for (const name of ['project.version', 'version', 'pom.version']) properties.set(name, version);
  if (group) for (const name of ['project.groupId', 'groupId']) properties.set(name, group);
  const parentVersion = element(parent, 'version');
  if (parentVersion) properties.set('project.parent.version', parentVersion);
  return properties;
}

/** gradle.lockfile: `group:name:version=configurations`. */
export function parseGradleLockfile(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, version, configurations = ''] = /^([^#:\s]+:[^:\s]+):([^=\s]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || version === undefined) continue;
    const isDev = configurations.split(',').every((one) => /test/i.test(one));
    packages.push(parsedPackage({ name, version, isDev, line: index + 1 }));
  }
  return { packages, license: null };
}

/** `1.4.2` is a release; `1.+` and `[1.0, 2.0)` allow several. */
function gradleVersion(written: string | null): Pick<ParsedPackage, 'version' | 'range'> {
  return { version: written !== null && /^\d[\w.-]*$/.test(written) ? written : null, range: written };
}

/** gradle/libs.versions.toml: the catalogue of libraries that build files refer to by name. */
export function parseVersionCatalog(text: string): ParsedFile {
  const toml = asObject(parseToml(text));
  const versions = asObject(toml.versions);
  const packages: ParsedPackage[] = [];
  const lines = text.split('\n');
  const versionOf = (value: unknown): string | null => {
    const plain = asText(value);
    if (plain !== null) return plain;
    const entry = asObject(value);
    const held = asText(entry.ref);
    return held === null
      ? (asText(entry.strictly) ?? asText(entry.require) ?? asText(entry.prefer))
      : versionOf(versions[held]);
  };
  for (const [alias, value] of Object.entries(asObject(toml.libraries))) {
    const entry = asObject(value);
    const [group, artifact, inline] = (asText(value) ?? '').split(':');
    const name =
      asText(entry.module) ??
      (asText(entry.group) === null
        ? `${group}:${artifact}`
        : `${asText(entry.group)}:${asText(entry.name)}`);
    if (!/^[^:]+:[^:]+$/.test(name)) continue;
    const written = inline ?? versionOf(entry.version);
    const at = lines.findIndex(
      (line) => line.trimStart().startsWith(`${alias} `) || line.trimStart().startsWith(`${alias}=`),
    );
    packages.push(
      parsedPackage({
        name,
        ...gradleVersion(written),
        isDirect: true,
        isDev: /test|junit|mockk|mockito/i.test(alias),
        line: Math.max(0, at) + 1,
      }),
    );
  }
  return { packages, license: null };
}

/**
 * build.gradle and build.gradle.kts: coordinates as a string or as group, name and version, with `ext` values and
 * those of gradle.properties filled in.
 */
export function parseGradleBuild(
  text: string,
  _path = '',
  [properties = '']: readonly string[] = [],
): ParsedFile {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(
    /(?:\bext\.|\bval\s+|\bdef\s+|^[^\S\n]*|\bset\(["'])([\w.]+)(?:["'],)?\s*=?\s*["'](\d[\w.+-]*)["']/gm,
  )) {
    values.set(name, value);
  }
  for (const [, name = '', value = ''] of properties.matchAll(
    /^[^\S\n]*([\w.-]+)\s*[=:]\s*(\d[\w.+-]*)\s*$/gm,
  ))
    values.set(name, value);
  const packages: ParsedPackage[] = [];
  const fill = (written: string | undefined): string | null =>
    written?.replace(/\$\{?([\w.]+)\}?/g, (whole, name: string) => values.get(name) ?? whole) ?? null;
  const named =
    /\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[rR]untime|[cC]ompileOnly|[rR]untimeOnly))\b[\s(]*group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']?([\w.${}+-]+)["']?)?/;
  const use =
    /\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[rR]untime|[cC]ompileOnly|[rR]untimeOnly|kapt|annotationProcessor|classpath))\b[\s(]*(?:platform\()?\s*["']([\w.-]+:[\w.-]+)(?::([^"'@:]+))?(?:[:@][^"']*)?["']/;
  for (const [index, line] of text.split('\n').entries()) {
    const plain = line.replace(/^\s*\/\/.*$/, '');
    const pair = named.exec(plain);
    const [, configuration = '', name, version] =
      pair === null ? (use.exec(plain) ?? []) : [pair[0], pair[1], `${pair[2]}:${pair[3]}`, pair[4]];
    if (name === undefined) continue;
    // A version that is not a string is a variable: version: someVersion.
    const given = pair?.[4] !== undefined && /^[A-Za-z]/.test(pair[4]) ? values.get(pair[4]) : version;
    const written = fill(given);
    packages.push(
      parsedPackage({
        name,
        ...gradleVersion(written),
        isDirect: true,
        isDev: /test|kapt|annotationProcessor|classpath/i.test(configuration),
        line: index + 1,
      }),
    );
  }
  return { packages, license: null };
}
