import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, invalidField } from '../../../kit/errors/index.ts';

/** The first choice of OWASP's Password Storage Cheat Sheet for Argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

/** Each takes 19 MiB and some 30 ms on a thread pool that file access and DNS lookups share. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;

const derive = promisify(argon2) as (name: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * A hash of the password as a PHC string, which includes its parameters. Throws `unavailable` under a flood.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(password, { salt, memory: MEMORY_KIB, passes: PASSES, lanes: LANES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(tag)}`;
}

/** Whether the password matches the hash. Without a hash it takes just as long and returns false. */
export async function isPassword(password: string, phc: string | null | undefined): Promise<boolean> {
  const stored = PHC.exec(phc ?? NOBODYS);
  if (stored === null) return false;
  const [, memory, passes, lanes, salt = '', tag = ''] = stored;
  const expected = Buffer.from(tag, 'base64');
  const given = await deriveTag(password, {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
  });
  return timingSafeEqual(given, expected) && phc != null;
}

/** Throws `invalid_request` for an easily guessed password. */
export function checkPassword(password: string, { field, email }: { field: string; email: string }): void {
  const refuse = (message: string): never => {
    throw invalidField(field, `\`${field}\` ${message}`);
  };
  const [mailbox = ''] = email.split('@');
  const small = password.toLowerCase();
  if (new Set(password).size < 5) refuse('must have at least five different characters.');
  if (mailbox.length >= 4 && small.includes(mailbox)) refuse('must not contain your e-mail address.');
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;
/** Stands in for the hash of an unknown person; no password matches it. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface Parameters {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
}

async function deriveTag(password: string, { salt, memory, passes, lanes }: Parameters): Promise<Buffer> {
  await waitForTurn();
  try {
    return await derive('argon2id', {
      // The same password can be typed as different code points (NIST SP 800-63B, 3.1.1.2).
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      parallelism: lanes,
      tagLength: TAG_BYTES,
      memory,
      passes,
    });
  } finally {
    // Passes the slot on directly, so that nobody takes it in between.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

async function waitForTurn(): Promise<void> {
  if (running < MAX_AT_ONCE) {
    running++;
    return;
  }
  if (waiting.length >= MAX_WAITING) throw tooMany();
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    message: 'Too many people sign in just now. Try again in a few seconds.',
    headers: { 'retry-after': '5' },
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
