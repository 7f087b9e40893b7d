import type { SettingsTable } from '../../kit/config/index.ts';

/** Shorter texts occur in too many places to be removed, and are too short for a real secret. */
const MIN_LENGTH = 6;
export const REMOVED = '[removed]';
const SECRET_FIELD = /^(password|secret|token|authorization|private_?key|api_?key|sealed)$/i;

/** Texts that are secrets by their form, from any service. */
const forms: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, REMOVED],
  // Names and passwords in URLs.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"'\\]+@/gi, `$1${REMOVED}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REMOVED}`],
  // Keys of this service, secrets of webhooks, and keys of widely used services.
  [/\b(trv|whsec|sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs])[-_][\w-]{8,}/g, REMOVED],
  [/\bAKIA[A-Z0-9]{16}\b/g, REMOVED],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REMOVED],
  [/\b0x[0-9a-f]{64}\b/gi, REMOVED],
  // Values with a name that suggests a secret: in JSON, in JSON within a text, in queries and in lists of settings.
  [
    /((?:password|passwd|secret|token|api[-_]?key|access[-_]?key|authorization|private[-_]?key|credential)s?\\?["']?\s*[=:]\s*\\?["']?)[^\s"'\\,;&}]{3,}/gi,
    `$1${REMOVED}`,
  ],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[address]'],
];

/** Returns a function that removes the given secrets, and everything with the form of a secret, from a text. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const parts = new Set(secrets.flatMap(partsOf).filter((part) => part.length >= MIN_LENGTH));
  // The longest first: if a part were removed first, the rest of the secret would stay.
  const ordered = [...parts].sort((a, b) => b.length - a.length);
  return (text) => {
    let redacted = text;
    for (const part of ordered) redacted = redacted.replaceAll(part, REMOVED);
    for (const [form, by] of forms) redacted = redacted.replace(form, by);
    return redacted;
  };
}

/** The same for every text within a value, and for fields with the name of a secret. */
export function redactWithin(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactWithin(item, redact));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELD.test(name) && typeof item === 'string' ? REMOVED : redactWithin(item, redact),
    ]),
  );
}

/**
 * The forms in which a secret may occur in a text: whole, line by line, escaped as in JSON, and the parts of a URL or a
 * list.
 */
function partsOf(secret: string): string[] {
  const whole = secret.trim();
  const found = [
    whole,
    ...whole.split(/\r?\n/),
    ...whole.split(/[,\s]+/).flatMap(partsOfUrl),
    ...partsOfUrl(whole),
  ];
  for (const pair of whole.split(',')) found.push(pair.slice(pair.indexOf('=') + 1));
  return found.flatMap((part) => [
    part,
    decoded(part),
    encodeURIComponent(part),
    JSON.stringify(part).slice(1, -1),
  ]);
}

/** All parts of a URL that may be secret; the host is not. */
function partsOfUrl(text: string): string[] {
  const url = URL.parse(text);
  // The URL of a database on a socket has no host, so it is not a valid URL by the standard.
  if (url === null) return /^[a-z+]+:\/\/([^:@/]*):([^@]*)@/.exec(text)?.slice(1) ?? [];
  const segments = url.pathname.split('/').filter((segment) => segment.length >= 12);
  return [url.username, url.password, ...segments, ...url.searchParams.values()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a variable holds a secret: according to the table, or by its name if the table does not know it. */
export function isSecretName(name: string, table: SettingsTable): boolean {
  const setting = table[name.replace(/_FILE$/, '')];
  if (setting !== undefined) return setting.secret === true;
  return (
    /^NETWORK_\w+_(RPC_URL|SIGNER|SIGNER_PASSWORD)/.test(name) ||
    /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL/i.test(name)
  );
}
