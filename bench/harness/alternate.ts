import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from './bench.ts';
import type { WindowResult } from './load-window.ts';
import { sleep } from './monotonic-clock.ts';
import { machineCpuSeconds } from './process-times.ts';
import { isQuiet, QUIET_CORES } from './result.ts';

export type Round<N extends string> = Record<N, WindowResult>;

const SAMPLE_MS = 400;

/**
 * Measures several things in turn, several times, so that changes in the speed of the machine affect all of them. A
 * round waits until the machine is otherwise idle, and is repeated if it was not. The quietest rounds are kept, chosen
 * without regard to their results. When the time limit is over, the results are marked as noisy.
 */
export async function alternate<N extends string>(
  bench: Bench,
  wanted: number,
  measure: Record<N, () => Promise<WindowResult>>,
): Promise<Round<N>[]> {
  const rounds: Round<N>[] = [];
  const names = Object.keys(measure) as N[];
  const isQuietRound = (round: Round<N>) => names.every((name) => isQuiet(round[name].cpu));
  const deadline = performance.now() + bench.patienceMs;
  // The first round is a warm-up.
  for (const name of names) await measure[name]();
  while (rounds.filter(isQuietRound).length < wanted) {
    const isLate = performance.now() > deadline;
    if (isLate && rounds.length >= wanted) break;
    if (!isLate) await awaitQuiet(deadline);
    const round = {} as Round<N>;
    for (const name of names) round[name] = await measure[name]();
    rounds.push(round);
    const others = coresUsedByOthers([round]);
    const noise = others > 0.05 ? `, others used ${others.toFixed(2)} cores` : '';
    bench.say(`  ${names.map((name) => `${name} ${describe(round[name])}`).join(', ')}${noise}`);
  }
  return rounds.sort((a, b) => coresUsedByOthers([a]) - coresUsedByOthers([b])).slice(0, wanted);
}

/**
 * Measures until the machine was otherwise idle during a window, or the time limit is over; resolves with the quietest
 * window.
 */
export async function measureQuietly(
  bench: Bench,
  measure: () => Promise<WindowResult>,
): Promise<WindowResult> {
  const deadline = performance.now() + bench.patienceMs;
  const windows: WindowResult[] = [];
  do {
    await awaitQuiet(deadline);
    windows.push(await measure());
  } while (!isQuiet(required(windows.at(-1), 'the last of windows').cpu) && performance.now() < deadline);
  return required(
    windows.sort((one, other) => coresUsedByOthers([{ one }]) - coresUsedByOthers([{ other }]))[0],
    'the first of sort',
  );
}

/** Between two windows the bench itself is nearly idle, so any load comes from other programs. */
async function awaitQuiet(deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const before = machineCpuSeconds();
    await sleep(SAMPLE_MS);
    const after = machineCpuSeconds();
    const busy = after.busy + after.stolen - before.busy - before.stolen;
    if ((busy * 1000) / SAMPLE_MS <= QUIET_CORES) return;
  }
}

function describe({ publishedPerSecond, deliveredPerSecond }: WindowResult): string {
  if (deliveredPerSecond === 0) return `${Math.round(publishedPerSecond)}/s`;
  return `${Math.round(deliveredPerSecond)}/s delivered`;
}

/** The most cores that other programs used in any window. */
export function coresUsedByOthers(rounds: readonly Round<string>[]): number {
  return Math.max(
    ...rounds.flatMap((round) => Object.values(round).map(({ cpu }) => cpu.others + cpu.stolen)),
  );
}

export function faultsIn(rounds: readonly Round<string>[]): string[] {
  return rounds.flatMap((round) => Object.values(round).flatMap(({ faults }) => faults));
}
