import { createHash } from 'node:crypto';
import type { Examples } from '../../packages/server/src/app/reference/examples.ts';
import type { OperationExample } from '../../packages/server/src/kit/http/index.ts';

export interface Run {
  /** Address of the service. */
  address: string;
  /** Address of the webhook receiver. */
  receiver: string;
  host: string;
  /** When each recorded request was sent, in ms, in order. */
  moments: number[];
  endedAt: number;
}

/** The start time of the story in the examples. */
const BEGIN_MS = Date.parse('2026-03-02T09:30:00.000Z');
/** The time between two of its requests. */
const STEP_MS = 10_000;
const MINUTE_MS = 60_000;

const MAX_ITEMS = 3;
const MAX_TEXT = 1_500;

/**
 * Makes the examples the same in every run: ids, secrets and hashes are replaced by ones that depend only on their
 * order, times by that of their request. Long lists and texts are shortened.
 */
export function stabilize(examples: Examples, run: Run): Examples {
  const known = new Map<string, string>();
  const places: [string, string][] = [
    [run.receiver, 'https://hooks.example.com'],
    [run.address, 'http://localhost:8080'],
  ];
  const change = (text: string, isAsked: boolean) => {
    if (text === run.host) return 'trivium-0';
    const placed = places.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const stable = stableTexts(placed, run, known);
    // Requests are the same in every run.
    return isAsked ? stable : stableSecrets(stable, known);
  };
  return Object.fromEntries(
    Object.entries(examples).map(([id, { request, response }]) => [
      id,
      {
        request: mapTexts(request, (text) => change(text, true)),
        response: mapTexts(shorten(response), (text) => change(text, false)),
      } as OperationExample,
    ]),
  );
}

const patterns = {
  id: /\b([a-z]{2,6})_[0-9a-f]{32}\b/g,
  time: /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g,
  hex: /\b(0x)?(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-fA-F]{40}|[0-9a-f]{32})\b/g,
  secret: /[A-Za-z0-9+/_-]{32,}={0,2}/g,
};

function stableTexts(text: string, run: Run, known: Map<string, string>): string {
  return text
    .replace(patterns.id, (id, prefix: string) =>
      once(known, id, (n) => `${prefix}_${digest(`${prefix}${n}`, 'hex').slice(0, 32)}`, `id ${prefix}`),
    )
    .replace(patterns.time, (time) => stableTime(time, run))
    .replace(patterns.hex, (hash, mark = '') =>
      known.has(hash) || isIdTail(text, hash)
        ? (known.get(hash) ?? hash)
        : once(
            known,
            hash,
            (n) => mark + digest(`hash${n}`, 'hex').slice(0, hash.length - mark.length),
            'hash',
          ),
    );
}

function stableSecrets(text: string, known: Map<string, string>): string {
  return text.replace(patterns.secret, (secret) =>
    isSecret(secret) ? once(known, secret, (n) => secretLike(secret, n), 'secret') : secret,
  );
}

/** A secret with the same prefix, alphabet and length. */
function secretLike(secret: string, n: number): string {
  const [mark = ''] = /^[a-z]+_/.exec(secret) ?? [];
  const [padding = ''] = /=*$/.exec(secret) ?? [];
  const made = digest(`secret${n}`, /[+/=]/.test(secret) ? 'base64' : 'base64url').replaceAll('=', '');
  return mark + lengthened(made, secret.length - mark.length - padding.length) + padding;
}

/** Whether the hash is part of an id, which has already been replaced. */
function isIdTail(text: string, hash: string): boolean {
  return text.includes(`_${hash}`);
}

/** Encoded bytes, but not a name or an address. */
function isSecret(text: string): boolean {
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text) && !text.includes('//');
}

function once(known: Map<string, string>, text: string, make: (n: number) => string, kind: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const n = Number(known.get(kind) ?? 0) + 1;
  known.set(kind, String(n));
  const made = make(n);
  known.set(text, made);
  // So that it is not replaced again.
  known.set(made, made);
  return made;
}

function lengthened(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

function digest(text: string, encoding: 'hex' | 'base64' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}

/**
 * A time during the run becomes the time of the request before it; a later time keeps its distance, in whole minutes.
 */
function stableTime(text: string, { moments, endedAt }: Run): string {
  const at = Date.parse(text);
  const [first = at] = moments;
  if (at < first - MINUTE_MS) return text;
  const step = Math.max(
    0,
    moments.findLastIndex((moment) => moment <= at),
  );
  if (at <= endedAt) return new Date(BEGIN_MS + step * STEP_MS).toISOString();
  const minutes = Math.round((at - (moments[0] ?? at)) / MINUTE_MS);
  // Times that the story itself requested are years in the future.
  if (minutes > 500 * 24 * 60) return text;
  return new Date(BEGIN_MS + minutes * MINUTE_MS).toISOString();
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shorten(stableNumber(name, part))]),
  );
}

/** Durations differ from run to run. */
function stableNumber(name: string, value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value) || !/_ms$|^p\d\d$/.test(name)) return value;
  return value === 0 ? 0 : 12 + (name.length % 7) * 9;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [change(name), mapTexts(part, change)]),
  );
}
