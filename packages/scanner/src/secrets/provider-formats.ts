import { hasCrc32Suffix, hasGrafanaChecksum, isBech32, isDiscordToken, readJwt } from './checksums.ts';
import { formatRows, type SecretReach, token } from './format-rows.ts';

export interface ProviderFormat {
  id: string;
  title: string;
  /** Global; group 1 is the secret, if there is a group. */
  pattern: RegExp;
  reach: SecretReach;
  /** From 0 to 1: how certain the prefix and the length are. */
  confidence: number;
  /** True: the checksum or the structure is valid. False: it cannot be a real one. */
  check?: (secret: string) => boolean;
  /** The minimum entropy of its random part, in bits per character. */
  minEntropy?: number;
}

const checked: ProviderFormat[] = [
  {
    id: 'github',
    title: 'GitHub token',
    pattern: token('gh[pousr]_[A-Za-z0-9]{36}'),
    reach: 'account',
    confidence: 0.9,
    check: hasCrc32Suffix,
  },
  {
    id: 'npm',
    title: 'npm token',
    pattern: token('npm_[A-Za-z0-9]{36}'),
    reach: 'account',
    confidence: 0.9,
    check: hasCrc32Suffix,
  },
  {
    id: 'grafana',
    title: 'Grafana service account token',
    pattern: token('glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}'),
    reach: 'service',
    confidence: 0.9,
    check: hasGrafanaChecksum,
  },
  {
    id: 'age',
    title: 'age secret key',
    pattern: token('AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'),
    reach: 'account',
    confidence: 0.95,
    check: isBech32,
  },
  {
    id: 'discord-bot',
    title: 'Discord bot token',
    pattern: token('[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,38}'),
    reach: 'service',
    confidence: 0.9,
    check: isDiscordToken,
  },
  {
    id: 'jwt',
    title: 'JSON Web Token',
    pattern: token('eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{20,}'),
    reach: 'service',
    confidence: 0.75,
    check: isLastingJwt,
  },
];

const MAX_VISIT_SECONDS = 7 * 24 * 3600;
/** A fixed day, so that equal files give equal findings: the beginning of 2026. */
const longExpired = Date.UTC(2026, 0, 1) / 1000;

/** A token that has expired, or that expires a few days after it was issued, before others can read the file. */
function isOver({ exp, iat, nbf }: Record<string, unknown>): boolean {
  const from = typeof iat === 'number' ? iat : nbf;
  if (typeof exp !== 'number') return false;
  return exp < longExpired || (typeof from === 'number' && exp - from <= MAX_VISIT_SECONDS);
}

/** A token with access to something: signed, not the documentation's public sample, not meant for browsers. */
function isLastingJwt(token: string): boolean {
  const jwt = readJwt(token);
  if (!jwt || jwt.header.alg === 'none') return false;
  const { claims } = jwt;
  if (claims.sub === '1234567890' || claims.name === 'John Doe') return false;
  if (isOver(claims)) return false;
  return claims.role !== 'anon';
}

/** Formats that a provider documents, so that the text alone identifies them. */
export const providerFormats: readonly ProviderFormat[] = [
  ...checked,
  ...formatRows.map(([id, title, pattern, reach, confidence]) => ({ id, title, pattern, reach, confidence })),
];
