import { asObject, asText, parseJsonObject } from '../../read/json-values.ts';
import { jsonKeyLines, type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/** *.csproj, *.fsproj, *.vbproj, Directory.Packages.props and Directory.Build.props. */
export function parseProjectFile(text: string): ParsedFile {
  const plain = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const packages: ParsedPackage[] = [];
  const properties = new Map<string, string>();
  for (const [, name = '', value = ''] of plain.matchAll(/<(\w+)>\s*([\w.*[\](),-]+)\s*<\/\1>/g))
    properties.set(name, value);
  const reference =
    /<(?:PackageReference|PackageVersion|GlobalPackageReference)\b([^>]*?)(\/>|>([\s\S]*?)<\/(?:PackageReference|PackageVersion|GlobalPackageReference)>)/g;
  for (const match of plain.matchAll(reference)) {
    const [, attributes = '', , body = ''] = match;
    const name = /\b(?:Include|Update)\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1];
    if (!name) continue;
    const written =
      /\bVersion(?:Override)?\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1] ??
      /<Version>([^<]+)</.exec(body)?.[1] ??
      null;
    const range =
      written?.replace(/\$\((\w+)\)/g, (whole, key: string) => properties.get(key) ?? whole) ?? null;
    // A bare version is a lower bound that restore takes as it is. Brackets around one version fix it.
    const exact = range ? (/^\[?(\d[\w.-]*)\]?$/.exec(range.trim())?.[1] ?? null) : null;
    const isDev = /PrivateAssets="all"/i.test(attributes) || /<PrivateAssets>all</i.test(match[3] ?? '');
    const line = plain.slice(0, match.index).split('\n').length;
    packages.push(parsedPackage({ name, version: exact, range, isDirect: true, isDev, line }));
  }
  const license = /<PackageLicenseExpression>([^<]+)</.exec(plain)?.[1] ?? null;
  return { packages, license };
}

export function parsePackagesConfig(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  for (const match of text.matchAll(/<package\b[^>]*>/g)) {
    const name = /\bid\s*=\s*["']([^"']+)["']/.exec(match[0])?.[1];
    const version = /\bversion\s*=\s*["']([^"']+)["']/.exec(match[0])?.[1];
    if (!name || !version) continue;
    const isDev = /developmentDependency="true"/.test(match[0]);
    const line = text.slice(0, match.index).split('\n').length;
    packages.push(parsedPackage({ name, version, isDirect: true, isDev, line }));
  }
  return { packages, license: null };
}

/** packages.lock.json of NuGet. */
export function parsePackagesLock(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const lineOf = jsonKeyLines(text);
  const found = new Map<string, ParsedPackage>();
  for (const framework of Object.values(asObject(json.dependencies))) {
    for (const [name, value] of Object.entries(asObject(framework))) {
      const entry = asObject(value);
      const version = asText(entry.resolved);
      if (!version || entry.type === 'Project') continue;
      found.set(
        `${name}@${version}`,
        parsedPackage({
          name,
          version,
          isDirect: entry.type === 'Direct',
          line: lineOf(name),
          integrity: asText(entry.contentHash),
        }),
      );
    }
  }
  return { packages: [...found.values()], license: null };
}
