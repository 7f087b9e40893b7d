import type { TextRule } from '../../../rules/text-rule.ts';

/** Calls of C that copy without a bound. */
export const nativeCopyRules: readonly TextRule[] = [
  {
    id: 'access/memory-unsafe-call',
    languages: ['C', 'C++'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-120', 'CWE-787'],
    over: 'code',
    pattern:
      /(?<![\w.>]|(?<!\bstd:):)(gets|strcpy|strcat|sprintf|vsprintf|scanf|fscanf|sscanf|stpcpy)\s*\(([^;\n]{0,300})/g,
    refine: (match, view) => {
      if (match[1] === 'gets') return { impact: 'disclosure', confidence: 0.9, cwe: ['CWE-242', 'CWE-120'] };
      const original = view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + match[0].length);
      if (match[1]!.endsWith('scanf'))
        return /scanf\s*\(\s*(?:[\w.>-]{1,60}\s*,\s*)?"[^"]{0,300}%s/.test(original);
      // The length of the source was compared before.
      const from = /,\s*([\w.>[\]-]+)\s*\)/.exec(original)?.[1];
      if (
        from !== undefined &&
        new RegExp(
          `strlen\\s*\\(\\s*${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\)\\s*(?:\\+\\s*\\d+\\s*)?[<>]`,
        ).test(view.code.slice(Math.max(0, (match.index ?? 0) - 400), match.index))
      )
        return false;
      if (match[1]!.includes('printf')) return /"[^"]{0,300}%s/.test(original) && sizedBefore(match, view);
      return /,\s*"(?:\\.|[^"\\]){0,300}"\s*\)/.test(original) ? false : sizedBefore(match, view);
    },
    description: 'A longer text than the target overwrites what stands behind it.',
    recommendation: 'Use the variant with a size (snprintf, strlcpy, fgets) and check the result.',
  },
];

/** Where the length was taken, or the target was made by it, the copy is somebody's thought and weighs little. */
function sizedBefore(
  match: RegExpMatchArray,
  view: Parameters<NonNullable<TextRule['refine']>>[1],
): true | { impact: 'hygiene'; confidence: number } {
  const offset = match.index ?? 0;
  const around = view.functionAt(view.lineAt(offset));
  const before = view.code.slice(around ? view.offsetOf(around.line) : Math.max(0, offset - 2_000), offset);
  const target = /^\s*(?:\([^()]{1,40}\)\s*)?([\w.>-]+)/.exec(match[2] ?? '')?.[1];
  const plain = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isMade =
    target !== undefined &&
    new RegExp(
      String.raw`${plain(target)}\s*=\s*(?:\([^()]{1,60}\)\s*)?[\w.>-]*alloc\w*\s*\([^;]*(?:strlen|sizeof|len|size)`,
      'i',
    ).test(before);
  const isTold = (match[2] ?? '')
    .split(',')
    .slice(1)
    .some((part) => {
      const name = /([A-Za-z_][\w.>-]*)\s*\)*\s*$/.exec(part.split(')')[0] ?? '')?.[1];
      return name !== undefined && new RegExp(String.raw`strlen\s*\([^;)]*${plain(name)}\s*\)`).test(before);
    });
  return isMade || isTold ? { impact: 'hygiene', confidence: 0.4 } : true;
}
