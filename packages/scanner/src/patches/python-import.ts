import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

/** The import of a module where the file has none yet. */
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

/** Behind the shebang, the encoding, the docstring and imports from the future. */
function importPlace(text: string): number {
  const head = /^(?:#[^\n]*\n|\s*\n|(?:"""[\s\S]*?"""|'''[\s\S]*?''')[^\n]*\n|from __future__[^\n]*\n)*/.exec(
    text,
  );
  return head?.[0].length ?? 0;
}

/** Behind the second and further imports that follow one another: there lines of other patches do not stand beside. */
function furtherPlaces(text: string, from: number): number[] {
  const places: number[] = [];
  const pattern = /(?:import|from)[ \t][^\n(\\]*\n/y;
  pattern.lastIndex = from;
  while (places.length < 6 && pattern.test(text)) places.push(pattern.lastIndex);
  return places.slice(1);
}
