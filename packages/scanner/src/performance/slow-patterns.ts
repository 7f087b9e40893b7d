import { isExponential } from '../rules/patterns/exponential-pattern.ts';

/**
 * Why a regular expression may take time that grows exponentially or with a high power of the text's length, or
 * undefined. Its automaton tells whether a text can be read in two ways round after round, as `(a+)+$` and `(a|ab?b)*$`
 * do; beside it repetitions of the same signs side by side are told, `\s*\s*\s*$`.
 */
export function slowPattern(source: string, flags = ''): string | undefined {
  if (source.length > 2_000) return undefined;
  if (/\)[*+{]/.test(source) && isExponential(source, flags) === true)
    return 'A text can be read in two ways, round after round.';
  const neighbours =
    /(\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+](\.|\\[sdwSDW]|\[[^\]]+\])[*+]/.exec(source);
  return neighbours && neighbours[1] === neighbours[2] && neighbours[2] === neighbours[3]
    ? 'Repetitions of the same signs stand side by side.'
    : undefined;
}
