import type { Edit } from './edit.ts';
import type { FixSite } from './fixers.ts';

/** Asks for the fixed version of a package where a manifest names it with its version. */
export function fixVersion({ finding, text }: FixSite): Edit[] | undefined {
  const { package: used, file } = finding;
  if (!used?.fixedVersion) return undefined;
  const found = placeOf(file, text, used.name);
  if (found === undefined) return undefined;
  const [start, end] = found;
  return [{ file, start, end, replacement: used.fixedVersion }];
}

/** From where to where the version stands; undefined where it does not stand once and plainly. */
function placeOf(file: string, text: string, name: string): [number, number] | undefined {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [group = '', artifact = ''] = quoted.split(':');
  if (file.endsWith('package.json'))
    return only(text, new RegExp(`("${quoted}"\\s*:\\s*"[~^=v]*)(\\d[^"\\s]*)"`, 'g'));
  if (/\.(?:txt|in)$/.test(file))
    return only(
      text,
      new RegExp(`^(${quoted.replace(/-/g, '[-_.]')}(?:\\[[^\\]]*\\])?\\s*==\\s*)([\\w.!+]+)`, 'gim'),
    );
  if (file.endsWith('pom.xml')) {
    const place = only(
      text,
      new RegExp(
        `(<groupId>\\s*${group}\\s*</groupId>\\s*<artifactId>\\s*${artifact}\\s*</artifactId>\\s*<version>\\s*)([^<>\\s]+)`,
        'g',
      ),
    );
    // A property may stand for the versions of several.
    return place && /\$\{/.test(text.slice(...place)) ? undefined : place;
  }
  if (/\.gradle(?:\.kts)?$/.test(file))
    return only(text, new RegExp(`(["']${group}:${artifact}:)([\\w.-]+)(?=["'@:])`, 'g'));
  if (/\.(?:cs|fs|vb)proj$|\.props$/.test(file))
    return only(
      text,
      new RegExp(
        `(<Package(?:Reference|Version)\\s+Include="${quoted}"\\s+Version=")(\\d[\\w.-]*)(?=")`,
        'gi',
      ),
    );
  return undefined;
}

function only(text: string, pattern: RegExp): [number, number] | undefined {
  const [first, second] = [...text.matchAll(pattern)];
  if (!first || second) return undefined;
  const start = first.index + first[1]!.length;
  return [start, start + first[2]!.length];
}
