import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

/** Imports a module, unless the file already does. */
export function ensurePythonImport(site: FixSite, line: string, known: RegExp): Edit[] {
  if (known.test(site.text)) return [];
  const at = importPlace(site.text);
  const lineEnd = site.text.includes('\r\n') ? '\r\n' : '\n';
  return [
    {
      file: site.finding.file,
      start: at,
      end: at,
      replacement: `${line}${lineEnd}`,
      otherPlaces: furtherPlaces(site.text, at),
    },
  ];
}

/** After the shebang, the encoding, the docstring and `__future__` imports. */
function importPlace(text: string): number {
  const head = /^(?:#[^\n]*\n|\s*\n|(?:"""[\s\S]*?"""|'''[\s\S]*?''')[^\n]*\n|from __future__[^\n]*\n)*/.exec(
    text,
  );
  return head?.[0].length ?? 0;
}

/** After the second and further consecutive imports, so that lines of other patches are not adjacent. */
function furtherPlaces(text: string, from: number): number[] {
  const places: number[] = [];
  const pattern = /(?:import|from)[ \t][^\n(\\]*\n/y;
  pattern.lastIndex = from;
  while (places.length < 6 && pattern.test(text)) places.push(pattern.lastIndex);
  return places.slice(1);
}
