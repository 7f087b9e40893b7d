import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'trv_';
const TOKEN_BYTES = 32;
const HINT_CHARACTERS = 4;
/** Our tokens and the operator's are never longer; anything longer is not a key. */
export const MAX_TOKEN_LENGTH = 512;

/** A new token: `trv_` plus 43 base64url characters (256 random bits). */
export function makeToken(): string {
  return PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a key: the SHA-256 of the whole token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Helps owners tell keys apart: `trv_…` and the last four characters. */
export function hintOf(token: string): string {
  const start = token.startsWith(PREFIX) ? PREFIX : '';
  return `${start}…${token.slice(-HINT_CHARACTERS)}`;
}
