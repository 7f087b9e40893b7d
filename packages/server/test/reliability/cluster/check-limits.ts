import { required } from '../../../src/kit/required.ts';
import type { CountedRequest, History } from './history.ts';

/** Windows are told by the second in which they end, and each request is seen a little after it was counted. */
const SLACK_MS = 2_000;

/** What was let through, against the limit that the answers themselves tell. */
export function checkLimits({ counted }: History): Record<string, string[]> {
  const allowed = [...Map.groupBy(counted, ({ limit }) => limit).values()].map((requests) =>
    requests.filter((request) => request.allowed).toSorted((a, b) => a.at - b.at),
  );
  return {
    'a limit was exceeded in one window': allowed.flatMap(findFullWindows),
    'a limit was exceeded over several windows': allowed.flatMap(findFullSpans),
    'a window was closed for longer than it lasts': [
      ...Map.groupBy(counted, ({ limit }) => limit).values(),
    ].flatMap(findLongRefusals),
  };
}

function findFullWindows(requests: CountedRequest[]): string[] {
  return [...Map.groupBy(requests, ({ resetAt }) => resetAt)]
    .filter(([, inWindow]) => inWindow.length > required(inWindow[0], 'the first of in window').most)
    .map(
      ([resetAt, inWindow]) =>
        `${inWindow.length} of ${required(inWindow[0], 'the first of in window').most} in the window until ${resetAt}`,
    );
}

/** A span of time touches two windows more than it has room for, at most: the ones that it begins and ends in. */
function findFullSpans(requests: CountedRequest[]): string[] {
  const [first] = requests;
  if (first === undefined) return [];
  const { most, windowSeconds, limit } = first;
  for (const [i, { at }] of requests.entries()) {
    // The shortest span with more than so many windows' worth that begins here.
    for (let windows = 2; i + windows * most < requests.length; windows++) {
      const spanMs = required(requests[i + windows * most], 'one of requests').at - at;
      if (spanMs + SLACK_MS < (windows - 1) * windowSeconds * 1_000) {
        return [`${windows * most + 1} of ${limit} in ${Math.round(spanMs)} ms`];
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
