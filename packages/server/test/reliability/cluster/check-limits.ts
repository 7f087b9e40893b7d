import { required } from '../../../src/kit/required.ts';
import type { CountedRequest, Fault, History } from './history.ts';

/** Windows are told by the second in which they end, and each request is seen a little after it was counted. */
const SLACK_MS = 2_000;
/** The window that a clock ends early when it is set. */
const WINDOWS_OF_A_MOVE = 1;

/** What was let through, against the limit that the answers themselves tell. */
export function checkLimits({ counted, faults }: History): Record<string, string[]> {
  const allowed = [...Map.groupBy(counted, ({ limit }) => limit).values()].map((requests) =>
    requests.filter((request) => request.allowed).toSorted((a, b) => a.at - b.at),
  );
  const moves = faults.filter(({ movesClock }) => movesClock === true);
  return {
    'a limit was exceeded in one window': allowed.flatMap((requests) => findFullWindows(requests, moves)),
    'a limit was exceeded over several windows': allowed.flatMap((requests) =>
      findFullSpans(requests, moves),
    ),
    'a window was closed for longer than it lasts': [
      ...Map.groupBy(counted, ({ limit }) => limit).values(),
    ].flatMap(findLongRefusals),
  };
}

/**
 * A clock that is set back comes to the same second again: windows before and after it are two. It was set some time between the
 * beginning and the end of what set it.
 */
function findFullWindows(requests: CountedRequest[], moves: Fault[]): string[] {
  const movesBefore = (at: number) =>
    moves.reduce(
      (count, { startedAt, endedAt }) => count + Number(startedAt < at) + Number(endedAt + SLACK_MS < at),
      0,
    );
  const windows = Map.groupBy(requests, ({ resetAt, at }) => `${resetAt} ${movesBefore(at)}`);
  return [...windows.values()].flatMap((inWindow) => {
    const { most, resetAt } = required(inWindow[0], 'the first of in window');
    return inWindow.length > most ? [`${inWindow.length} of ${most} in the window until ${resetAt}`] : [];
  });
}

/**
 * A span of time touches two windows more than it has room for, at most: the ones that it begins and ends in. A clock that
 * is set ends a window early.
 */
function findFullSpans(requests: CountedRequest[], moves: Fault[]): string[] {
  const [first] = requests;
  if (first === undefined) return [];
  const { most, windowSeconds, limit } = first;
  for (const [i, { at }] of requests.entries()) {
    // The shortest span with more than so many windows' worth that begins here.
    for (let windows = 2; i + windows * most < requests.length; windows++) {
      const end = required(requests[i + windows * most], 'one of requests').at;
      const moved = moves.filter(
        ({ startedAt, endedAt }) => startedAt < end + SLACK_MS && endedAt + SLACK_MS > at,
      );
      const room = windows - 1 - WINDOWS_OF_A_MOVE * moved.length;
      if (end - at + SLACK_MS < room * windowSeconds * 1_000) {
        return [`${windows * most + 1} of ${limit} in ${Math.round(end - at)} ms`];
      }
    }
  }
  return [];
}

/** Nothing was let through for longer than a window, though it was asked for all along. */
function findLongRefusals(requests: CountedRequest[]): string[] {
  const inOrder = requests.toSorted((a, b) => a.at - b.at);
  let refusedSince: number | undefined;
  for (const { allowed, at, windowSeconds, limit } of inOrder) {
    if (allowed) refusedSince = undefined;
    else refusedSince ??= at;
    if (refusedSince !== undefined && at - refusedSince > windowSeconds * 1_000 + SLACK_MS) {
      return [`${limit}: nothing for ${Math.round(at - refusedSince)} ms, in windows of ${windowSeconds} s`];
    }
  }
  return [];
}
