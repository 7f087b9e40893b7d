import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

const element = (text: string, name: string) =>
  new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(text)?.[1] ?? null;

/** pom.xml: dependencies with `${properties}` filled in and versions of dependencyManagement where they stand here. */
export function parsePom(text: string): ParsedFile {
  const plain = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const properties = propertiesOf(plain);
  const fill = (value: string | null): string | null => {
    let result = value;
    for (let depth = 0; depth < 5 && result?.includes('${'); depth++) {
      result = result.replace(/\$\{([^}]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
    }
    return result;
  };
  const managedText = /<dependencyManagement>[\s\S]*?<\/dependencyManagement>/.exec(plain)?.[0] ?? '';
  const managed = new Map<string, string | null>();
  for (const block of managedText.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)) {
    managed.set(coordinate(block[1]!, fill), fill(element(block[1]!, 'version')));
  }
  const rest = plain
    .replace(managedText, (part) => part.replace(/[^\n]/g, ' '))
    .replace(/<(plugin|exclusions)>[\s\S]*?<\/\1>/g, (part) => part.replace(/[^\n]/g, ' '));
  const packages: ParsedPackage[] = [];
  for (const block of rest.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)) {
    const body = block[1]!;
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
  for (const block of text.matchAll(/<properties>([\s\S]*?)<\/properties>/g)) {
    for (const one of block[1]!.matchAll(/<([\w.-]+)>\s*([^<]*?)\s*<\/\1>/g))
      properties.set(one[1]!, one[2]!);
  }
  const head = text.split(/<(?:dependencies|build|dependencyManagement|profiles)>/)[0]!;
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
    const match = /^([^#:\s]+:[^:\s]+):([^=\s]+)=(.*)$/.exec(line);
    if (!match) continue;
    const isDev = match[3]!.split(',').every((name) => /test/i.test(name));
    packages.push(parsedPackage({ name: match[1]!, version: match[2]!, isDev, line: index + 1 }));
  }
  return { packages, license: null };
}

/** build.gradle and build.gradle.kts: coordinates in string form, and `ext` values where they are literals. */
export function parseGradleBuild(text: string): ParsedFile {
  const values = new Map<string, string>();
  for (const match of text.matchAll(
    /(?:\bext\.|\bval\s+|\bdef\s+|^\s*|\bset\(["'])([\w.]+)(?:["'],)?\s*=?\s*["'](\d[\w.+-]*)["']/gm,
  )) {
    values.set(match[1]!, match[2]!);
  }
  const packages: ParsedPackage[] = [];
  const use =
    /\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[rR]untime|[cC]ompileOnly|[rR]untimeOnly|kapt|annotationProcessor|classpath))\b[\s(]*(?:platform\()?\s*["']([\w.-]+:[\w.-]+)(?::([^"'@:]+))?(?:[:@][^"']*)?["']/;
  for (const [index, line] of text.split('\n').entries()) {
    const match = use.exec(line.replace(/^\s*\/\/.*$/, ''));
    if (!match) continue;
    const written =
      match[3]?.replace(/\$\{?([\w.]+)\}?/g, (whole, name: string) => values.get(name) ?? whole) ?? null;
    const isExact = written !== null && /^\d[\w.-]*$/.test(written);
    packages.push(
      parsedPackage({
        name: match[2]!,
        version: isExact ? written : null,
        range: written,
        isDirect: true,
        isDev: /test|kapt|annotationProcessor|classpath/i.test(match[1]!),
        line: index + 1,
      }),
    );
  }
  return { packages, license: null };
}
