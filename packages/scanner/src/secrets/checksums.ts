import { crc32 } from 'node:zlib';

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62 with at least `width` digits, as GitHub and npm encode the CRC-32 of their tokens. */
export function base62(value: number, width: number): string {
  let rest = value;
  let text = '';
  while (rest > 0) {
    text = base62Digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text.padStart(width, '0');
}

/**
 * Whether the last six characters of `<prefix>_<30 characters><6 characters>` are the CRC-32 of the 30, in base 62,
 * as in GitHub's classic tokens and npm's (github.blog, "Behind GitHub's new authentication token formats").
 */
export function hasCrc32Suffix(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  if (body.length !== 36) return false;
  return base62(crc32(body.slice(0, 30)), 6) === body.slice(30);
}

/** Whether Grafana's `glsa_<secret>_<8 hex>` ends with the CRC-32 of the secret. */
export function hasGrafanaChecksum(token: string): boolean {
  const [, secret = '', checksum = ''] = token.split('_');
  return crc32(secret).toString(16).padStart(8, '0') === checksum.toLowerCase();
}

const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Whether a text is valid bech32 (BIP 173), like age's secret keys. */
export function isBech32(text: string): boolean {
  const lower = text.toLowerCase();
  const split = lower.lastIndexOf('1');
  if (split < 1) return false;
  const prefix = lower.slice(0, split);
  const values: number[] = [];
  for (const char of prefix) values.push(char.charCodeAt(0) >> 5);
  values.push(0);
  for (const char of prefix) values.push(char.charCodeAt(0) & 31);
  for (const char of lower.slice(split + 1)) {
    const value = bech32Alphabet.indexOf(char);
    if (value < 0) return false;
    values.push(value);
  }
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum === 1;
}

function decodeJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The header and the claims of a JSON Web Token, or undefined for a text that only looks like one. */
export function readJwt(
  token: string,
): { header: Record<string, unknown>; claims: Record<string, unknown> } | undefined {
  const [head = '', body = ''] = token.split('.');
  const header = decodeJson(head);
  const claims = decodeJson(body);
  return header && claims && typeof header.alg === 'string' ? { header, claims } : undefined;
}

/** Whether the first part of a Discord bot token is an account id in base64. */
export function isDiscordToken(token: string): boolean {
  const account = Buffer.from(token.split('.')[0] ?? '', 'base64').toString('latin1');
  return /^\d{17,20}$/.test(account);
}
