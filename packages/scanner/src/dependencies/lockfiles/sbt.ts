import { type ParsedFile, type ParsedPackage, parsedPackage } from './parsed-package.ts';

/** Scala's version is part of package names: `akka-http_2.13`. */
function binaryVersion(text: string): string {
  const version = /\bscalaVersion\b[^\n]{0,40}?(?::=|=)\s*"(\d+)\.(\d+)/.exec(text);
  if (version === null) return '2.13';
  return version[1] === '3' ? '3' : `${version[1]}.${version[2]}`;
}

/** build.sbt, project/*.sbt and project/Dependencies.scala: `"group" %% "name" % version % Test`. */
export function parseSbt(text: string): ParsedFile {
  const plain = text.replace(/(^|[^:"])\/\/[^\n]*/g, '$1');
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of plain.matchAll(
    /\b(?:val|def)\s+(\w+)\s*(?::\s*String\s*)?=\s*"(\d[\w.+-]*)"/g,
  ))
    values.set(name, value);
  const scala = binaryVersion(plain);
  const packages: ParsedPackage[] = [];
  let line = 1;
  let from = 0;
  for (const match of plain.matchAll(
    /"([\w.-]+)"\s*(%{1,3})\s*"([\w.-]+)"\s*%\s*(?:"([^"\n]+)"|([\w.]+))((?:\s*%\s*[\w".>;,-]+)?)/g,
  )) {
    for (let at = plain.indexOf('\n', from); at >= 0 && at < match.index; at = plain.indexOf('\n', at + 1))
      line++;
    from = match.index;
    const [, group = '', signs, name = '', written, named = '', scope = ''] = match;
    const version = written ?? values.get(named.slice(named.lastIndexOf('.') + 1)) ?? null;
    packages.push(
      parsedPackage({
        name: `${group}:${name}${signs === '%' ? '' : `_${scala}`}`,
        version: version !== null && /^\d[\w.+-]*$/.test(version) ? version : null,
        range: version ?? (named || null),
        isDirect: true,
        isDev: /\b[tT]est\b|\bit\b/.test(scope),
        line,
      }),
    );
  }
  return { packages, license: null };
}
