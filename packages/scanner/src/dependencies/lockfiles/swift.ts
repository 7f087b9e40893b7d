import { asObject, asText, parseJsonObject } from '../../read/json-values.ts';
import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/** Swift packages are identified by their URL: `github.com/apple/swift-nio`. */
function packageName(address: string): string {
  return address
    .trim()
    .replace(/^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?/i, '')
    .replace(':', '/')
    .replace(/(?:\.git)?\/*$/, '');
}

/** Package.swift: `.package(url: "…", from: "1.2.3")` and its other forms. */
export function parsePackageSwift(text: string): ParsedFile {
  const packages: ParsedPackage[] = [];
  const plain = text.replace(/(^|[^:"])\/\/[^\n]*/g, '$1');
  let line = 1;
  let from = 0;
  for (const match of plain.matchAll(
    /\.package\s*\(\s*(?:name\s*:\s*"[^"\n]*"\s*,\s*)?(?:url|id)\s*:\s*"([^"\n]+)"\s*,?([^\n]{0,200})/g,
  )) {
    for (let at = plain.indexOf('\n', from); at >= 0 && at < match.index; at = plain.indexOf('\n', at + 1))
      line++;
    from = match.index;
    const [, address = '', rest = ''] = match;
    const exact = /\bexact\s*(?::|\()\s*"([^"]+)"/.exec(rest)?.[1] ?? null;
    const [, least, below] = /"([^"\n]+)"(?:\s*\.\.[.<]\s*"([^"\n]+)")?/.exec(rest) ?? [];
    packages.push(
      parsedPackage({
        name: packageName(address),
        version: exact,
        range: least === undefined ? '*' : below === undefined ? least : `${least} - ${below}`,
        isDirect: true,
        line,
        origin: /\b(?:branch|revision)\b/.test(rest) ? 'git' : 'registry',
      }),
    );
  }
  return { packages, license: null };
}

/** Package.resolved, in its three versions. */
export function parsePackageResolved(text: string): ParsedFile {
  const json = parseJsonObject(text);
  const pins = json.pins ?? asObject(json.object).pins;
  const packages: ParsedPackage[] = [];
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const address = /"(?:location|repositoryURL)"\s*:\s*"([^"]+)"/.exec(line)?.[1];
    if (address !== undefined && !lines.has(address)) lines.set(address, index + 1);
  }
  for (const item of Array.isArray(pins) ? pins : []) {
    const pin = asObject(item);
    const address = asText(pin.location) ?? asText(pin.repositoryURL);
    if (address === null) continue;
    const state = asObject(pin.state);
    packages.push(
      parsedPackage({
        name: packageName(address),
        version: asText(state.version),
        line: lines.get(address) ?? 1,
        integrity: asText(state.revision),
        origin: asText(state.version) === null ? 'git' : 'registry',
      }),
    );
  }
  return { packages, license: null };
}

/** Podfile.lock: pods indented by two spaces are versions; DEPENDENCIES are direct. A subspec belongs to its pod. */
export function parsePodfileLock(text: string): ParsedFile {
  const packages = new Map<string, ParsedPackage>();
  const direct = new Set<string>();
  let section = '';
  for (const [index, line] of text.split('\n').entries()) {
    if (/^[A-Z]/.test(line)) section = line.trim();
    const [, pod, version] = /^ {2}- "?([\w.+-]+)(?:\/[\w.+/-]+)? \(([\w.+-]+)\)"?:?\s*$/.exec(line) ?? [];
    if (pod !== undefined && version !== undefined && section === 'PODS:' && !packages.has(pod))
      packages.set(pod, parsedPackage({ name: pod, version, line: index + 1 }));
    const [, own] = /^ {2}- "?([\w.+-]+)/.exec(line) ?? [];
    if (own !== undefined && section === 'DEPENDENCIES:') direct.add(own);
  }
  for (const one of packages.values()) one.isDirect = direct.has(one.name);
  return { packages: [...packages.values()], license: null };
}
