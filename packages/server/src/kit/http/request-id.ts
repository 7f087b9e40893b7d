import { randomBytes } from 'node:crypto';

const RANDOM_DIGITS = 20;
const IDS_PER_DRAW = 256;

let random = '';
let at = 0;
let lastMs = 0;
let prefix = '';

/**
 * A new `req_` id: twelve hex digits of Unix milliseconds and twenty random ones, so that ids sort by time.
 */
export function newRequestId(): string {
  const nowMs = Date.now();
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    prefix = `req_${nowMs.toString(16).padStart(12, '0')}`;
  }
  if (at === random.length) {
    random = randomBytes((RANDOM_DIGITS / 2) * IDS_PER_DRAW).toString('hex');
    at = 0;
  }
  at += RANDOM_DIGITS;
  return prefix + random.slice(at - RANDOM_DIGITS, at);
}
