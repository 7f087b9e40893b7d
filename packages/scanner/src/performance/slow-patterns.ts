import { isExponential } from '../rules/patterns/exponential-pattern.ts';

/**
 * Why a regular expression may need exponential time or a high power of the text's length; undefined if it does not.
 * Its automaton shows whether a text can be matched in two ways repeatedly, as in `(a+)+$` and `(a|ab?b)*$`. Adjacent
 * repetitions of the same characters are reported too: `\s*\s*\s*$`.
 */
export function slowPattern(source: string, flags = ''): string | undefined {
  if (source.length > 2_000) return undefined;
  if (/\)[*+{]/.test(source) && isExponential(source, flags) === true)
    return 'A text can match in two ways in each repetition.';
  const neighbours =
    /(\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+]/.exec(source);
  return neighbours && neighbours[1] === neighbours[2] && neighbours[2] === neighbours[3]
    ? 'Two repetitions of the same characters follow each other.'
    : undefined;
}
