import { closingBracket } from './expression.ts';
import type { Fixer } from './fixer.ts';

/** Replaces the first match in the statement. `$1` and the like are allowed. */
export function swap(...pairs: [RegExp, string][]): Fixer {
  return (site) => {
    for (const [pattern, replacement] of pairs) {
      const match = pattern.exec(site.code);
      if (!match) continue;
      const start = site.start + match.index;
      const replaced = match[0].replace(pattern, replacement);
      if (replaced !== match[0])
        return [{ file: site.finding.file, start, end: start + match[0].length, replacement: replaced }];
    }
    return undefined;
  };
}

/** The edits of the first fixer that returns some. */
export function first(...fixers: Fixer[]): Fixer {
  return (site) => {
    for (const fixer of fixers) {
      const edits = fixer(site);
      if (edits) return edits;
    }
    return undefined;
  };
}

/** Adds arguments before the closing parenthesis of a call. */
export function addArguments(call: RegExp, wanted: readonly [RegExp, string][]): Fixer {
  return (site) => {
    const match = call.exec(site.code);
    if (!match) return undefined;
    const open = site.start + match.index + match[0].length - 1;
    const close = closingBracket(site.text, open);
    if (close < 0) return undefined;
    const given = site.text.slice(open + 1, close);
    const missing = wanted.filter(([pattern]) => !pattern.test(given)).map(([, text]) => text);
    if (missing.length === 0) return undefined;
    const separator = given.trim() === '' || given.trim().endsWith(',') ? ' ' : ', ';
    return [
      {
        file: site.finding.file,
        start: close,
        end: close,
        replacement: (given.trim() === '' ? '' : separator) + missing.join(', '),
      },
    ];
  };
}
