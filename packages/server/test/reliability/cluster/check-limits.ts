import { required } from '../../../src/kit/required.ts';
import type { CountedRequest, Fault, History } from './history.ts';

/** A window is known by the second in which it ends, and a request is seen a little after it was counted. */
const SLACK_MS = 2_000;
/** Setting a clock ends one window early. */
const WINDOWS_OF_A_MOVE = 1;

/** Compares the allowed requests with the limit in the answers. */
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
 * A clock that is set back reaches the same second again, so windows before and after that are different ones. The
 * clock was set at some time between the start and the end of the fault.
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
 * A span of time can overlap at most two windows more than fit into it: those in which it starts and ends. Setting a
 * clock ends a window early.
 */
function findFullSpans(requests: CountedRequest[], moves: Fault[]): string[] {
  const [first] = requests;
  if (first === undefined) return [];
  const { most, windowSeconds, limit } = first;
  for (const [i, { at }] of requests.entries()) {
    // The shortest span from here with more requests than so many windows allow.
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

/** All requests were refused for longer than a window, although clients kept trying. */
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
