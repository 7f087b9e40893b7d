import { type AnyRoute, keepsAnswers } from './route.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

export const documentedHeaders = {
  'X-Request-Id': textHeader('Finds the request in the log; the same as `error.request_id`.'),
  'X-RateLimit-Limit': integerHeader(
    'Requests allowed in a window, for the limit that is closest to being used up.',
  ),
  'X-RateLimit-Remaining': integerHeader('Requests left in it.'),
  'X-RateLimit-Reset': integerHeader('When it ends, in Unix seconds.'),
  RateLimit: textHeader('What is left of each limit, as in draft-ietf-httpapi-ratelimit-headers.'),
  'RateLimit-Policy': textHeader('Each limit and its window, likewise.'),
  'Retry-After': integerHeader('Seconds after which to try again.'),
  'Idempotent-Replayed': textHeader('`true` when the answer is that of an earlier request.'),
  Age: integerHeader(
    'How many seconds the answer may be behind, when a replica of the database gave it. Absent: it is the newest.',
  ),
};

type HeaderName = keyof typeof documentedHeaders;

const limitHeaders: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** Headers of an answer with this status, by reference. */
export function describeHeaders(route: AnyRoute, status: number): Record<string, unknown> {
  const names: HeaderName[] = ['X-Request-Id'];
  if (route.limits?.length && status !== 401) names.push(...limitHeaders);
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status < 300 && keepsAnswers(route)) names.push('Idempotent-Replayed');
  if (status < 300 && route.reads === 'replica') names.push('Age');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
