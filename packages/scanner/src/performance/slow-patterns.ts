/**
 * Why a regular expression may take time that grows exponentially or with a high power of the text's length, or
 * undefined. Three forms are told, each of which is slow on a text that nearly matches:
 * a repeated group that itself ends in a repetition of the same signs, `(a+)+`; a repeated choice whose branches begin
 * alike, `(a|ab)*`; repetitions of the same signs side by side, `\s*\s*$`.
 */
export function slowPattern(source: string): string | undefined {
  if (source.length > 2_000) return undefined;
  const nested = nestedRepetition(source);
  if (nested) return nested;
  for (const match of source.matchAll(/\(((?:\?:)?[^()]*\|[^()]*)\)[*+](?!\?)/g)) {
    const branches = match[1]!.replace(/^\?:/, '').split('|');
    for (const [index, branch] of branches.entries()) {
      if (branch.length === 0 || /[\^$]/.test(branch)) continue;
      const same = branches
        .slice(index + 1)
        .some(
          (other) =>
            other === branch ||
            (firstAtom(other) !== '' &&
              firstAtom(other) === firstAtom(branch) &&
              other.length !== branch.length),
        );
      if (same) return 'Branches of a repeated choice begin alike.';
    }
  }
  const neighbours =
    /(\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+]/.exec(source);
  if (neighbours && neighbours[1] === neighbours[2] && neighbours[2] === neighbours[3])
    return 'Repetitions of the same signs stand side by side.';
  return undefined;
}

function firstAtom(branch: string): string {
  return /^(?:\\.|\[(?:\\.|[^\]])*\]|[^\\[(])/.exec(branch)?.[0] ?? '';
}

/** `(x+)+` and `(?:y|x*)*` where nothing fixed stands between two rounds. */
function nestedRepetition(source: string): string | undefined {
  const stack: number[] = [];
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') {
      const end = closeOfClass(source, at);
      if (end < 0) return undefined;
      at = end;
    } else if (char === '(') stack.push(at);
    else if (char === ')') {
      const open = stack.pop();
      if (open === undefined) return undefined;
      const repeated = /^(?:[*+]|\{\d+,\})/.test(source.slice(at + 1));
      if (repeated && isAmbiguous(source.slice(open + 1, at)))
        return 'A repetition stands inside a repetition.';
    }
  }
  return undefined;
}

function closeOfClass(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end++) {
    if (source.charAt(end) === '\\') end++;
    else if (source.charAt(end) === ']' && end > at + 1) return end;
  }
  return -1;
}

const atom = String.raw`(?:\\[sdwSDW]|\[(?:\\.|[^\]])*\]|\.|\\?[A-Za-z0-9 ]|\\?[-,/_:;@#]|\\\.)`;
/** One repetition, and beside it only what may be left out: `\w+\s?`, `\s*\w+`. */
const looseRepetition = new RegExp(`^(?:${atom}[*?])*${atom}[+*](?:${atom}[*?])*\\.?$`);

/** A repetition, and behind it only groups that may be left out: `\w+(-\w+)*`. */
const endsOptionally = new RegExp(
  `^${atom}[+*](?:\\((?:\\?:)?(?:\\\\.|\\[(?:\\\\.|[^\\]])*\\]|[^()\\[\\\\])*\\)[*?])+$`,
);

/** A body that is one repetition alone: `a+`, `\w*`, `[^x]+`, also within groups. */
function isAmbiguous(body: string): boolean {
  // A group around one sign is that sign: `([a-z])+`.
  const plain = body
    .replace(/^\?(?::|<[^>]+>)/, '')
    .replace(/\((?:\?:)?(\\[sdwSDW]|\[(?:\\.|[^\]])*\]|[A-Za-z0-9])\)/g, '$1');
  if (/^\?[=!<]/.test(plain)) return false;
  return plain
    .split('|')
    .some(
      (branch) =>
        looseRepetition.test(branch) ||
        endsOptionally.test(branch) ||
        /^(?:\\[sdwSDW]|\[(?:\\.|[^\]])*\]|\.|\\?[A-Za-z0-9 ]|\((?:\?:)?(?:\\[sdwSDW]|\[(?:\\.|[^\]])*\]|\.|\w)[*+]\))(?:[*+]|\{\d+,\})\??$/.test(
          branch,
        ),
    );
}
