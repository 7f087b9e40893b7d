import type { Bench } from './bench.ts';
import type { WindowResult } from './load-window.ts';
import { isQuiet } from './result.ts';

export type Round<N extends string> = Record<N, WindowResult>;

/**
 * Measures several things in turn, again and again, so that a machine that grows slower or faster
 * grows so for all of them. Rounds in which something else used the machine are repeated a few
 * times; the quietest are kept, which is decided without a look at their results.
 */
export async function alternate<N extends string>(
  bench: Bench,
  options: { rounds: number; maxRounds: number },
  measure: Record<N, () => Promise<WindowResult>>,
): Promise<Round<N>[]> {
  const rounds: Round<N>[] = [];
  const names = Object.keys(measure) as N[];
  for (let i = 0; i < options.maxRounds; i++) {
    const round = {} as Round<N>;
    for (const name of names) round[name] = await measure[name]();
    rounds.push(round);
    const others = othersIn([round]);
    bench.say(
      `  round ${i + 1}: ${names.map((name) => `${name} ${describe(round[name])}`).join(', ')}${others > 0.05 ? `, others used ${others.toFixed(2)} cores` : ''}`,
    );
    const quiet = rounds.filter((each) => names.every((name) => isQuiet(each[name].cpu)));
    if (quiet.length >= options.rounds) return quiet;
  }
  return rounds.sort((a, b) => othersIn([a]) - othersIn([b])).slice(0, options.rounds);
}

function describe({ publishedPerSecond, deliveredPerSecond }: WindowResult): string {
  const delivered = deliveredPerSecond > 0 ? `, ${Math.round(deliveredPerSecond)}/s delivered` : '';
  return `${Math.round(publishedPerSecond)}/s${delivered}`;
}

/** The most cores that anything else used in any window. */
export function othersIn(rounds: readonly Round<string>[]): number {
  return Math.max(
    ...rounds.flatMap((round) => Object.values(round).map(({ cpu }) => cpu.others + cpu.stolen)),
  );
}

/** Everything that went wrong in any window. */
export function faultsIn(rounds: readonly Round<string>[]): string[] {
  return rounds.flatMap((round) => Object.values(round).flatMap(({ faults }) => faults));
}
