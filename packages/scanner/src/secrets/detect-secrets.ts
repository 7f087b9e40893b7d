import { placedPasswords } from './credential-places.ts';
import { EmbeddedData } from './embedded-data.ts';
import { shannonEntropy, wordLikeness } from './entropy.ts';
import { data, prose } from './file-kinds.ts';
import { formatsAnchoredIn, hasAnchors } from './format-anchors.ts';
import type { SecretReach } from './format-rows.ts';
import { judgeValue } from './judge-value.ts';
import { LongWords } from './long-words.ts';
import { type FileForms, formsOf, linesWithHints, namedValuesOf, splitPairsOf } from './named-values.ts';
import { isPlaceholder } from './placeholder.ts';
import { findPrivateKeys } from './private-keys.ts';
import { type ProviderFormat, providerFormats } from './provider-formats.ts';

/** A credential in a text. Offsets are of the credential itself. */
export interface SecretMatch {
  /**
   * `private-key`, `generic-token`, `password`, `weak-password`, `url-credentials`, or the id of a provider's format.
   */
  rule: string;
  title: string;
  start: number;
  end: number;
  reach: SecretReach;
  /** From 0 to 1; below 0.5, it is only a hint. */
  confidence: number;
  /** How it was recognized. */
  by: 'checksum' | 'format' | 'structure' | 'name';
}

/** All credentials in a text, in order. If they overlap, only the one of the most certain rule is reported. */
export function detectSecrets(text: string, path: string): SecretMatch[] {
  const found: SecretMatch[] = [];
  const taken = (start: number, end: number) => found.some((match) => start < match.end && match.start < end);
  const add = (match: SecretMatch) => {
    if (!taken(match.start, match.end)) found.push(match);
  };
  if (text.includes('PRIVATE KEY')) {
    for (const key of findPrivateKeys(text)) {
      add({
        rule: 'private-key',
        title: key.title,
        start: key.start,
        end: key.end,
        reach: key.isEncrypted ? 'service' : 'account',
        confidence: 0.97,
        by: 'structure',
      });
    }
  }
  matchFormats(text, add);
  matchUrlCredentials(text, add);
  matchJdbcPasswords(text, add);
  for (const { title, value, start, isWeak } of placedPasswords(text, path))
    add({
      rule: 'password',
      title,
      start,
      end: start + value.length,
      reach: isWeak ? 'limited' : 'service',
      confidence: isWeak ? 0.5 : 0.75,
      by: 'structure',
    });
  matchNamedValues(text, path, add);
  return found.sort((a, b) => a.start - b.start);
}

/** Formats with whitespace or brackets, or with a part of one. All others are found within one long word. */
const wholeTextFormats = new Set(['npm-granular', 'postmark', 'okta', 'adyen', 'azure-sas']);
/** Formats whose anchor is not in a long word. The anchor of Postmark, the name of a header, is one itself. */
const looseAnchors: Record<string, string> = {
  'npm-granular': '_authToken',
  okta: 'SSWS',
};

/** Most files have no anchor at all; these formats are searched for in them as well. */
const unanchoredFormats = providerFormats.filter(
  ({ id }) => looseAnchors[id] !== undefined || !hasAnchors(id),
);

function matchFormats(text: string, add: (match: SecretMatch) => void): void {
  const words = new LongWords(text);
  const embedded = new EmbeddedData(text);
  const anchored = formatsAnchoredIn(words.text);
  for (const format of anchored.size === 0 ? unanchoredFormats : providerFormats) {
    const loose = looseAnchors[format.id];
    const isHere =
      loose === undefined ? anchored.has(format.id) || !hasAnchors(format.id) : text.includes(loose);
    if (!isHere) continue;
    const isWhole = wholeTextFormats.has(format.id);
    for (const match of (isWhole ? text : words.text).matchAll(format.pattern)) {
      const found = readFormat(match, format);
      if (found === null) continue;
      const start = isWhole ? found.start : words.offsetOf(found.start);
      if (embedded.holds(start)) continue;
      add({ ...found, start, end: start + found.end - found.start });
    }
  }
}

function readFormat(match: RegExpExecArray, format: ProviderFormat): SecretMatch | null {
  const secret = match[1] ?? match[0];
  const start = match.index + match[0].lastIndexOf(secret);
  if (isStandIn(secret, format.id)) return null;
  const verdict = format.check?.(secret);
  // A structure that does not fit is something else. A wrong checksum may be a typing error, which is worth a hint.
  if (verdict === false && !checksummed.has(format.id)) return null;
  return {
    rule: format.id,
    title: format.title,
    start,
    end: start + secret.length,
    reach: verdict === false ? 'limited' : format.reach,
    confidence: verdict === false ? 0.45 : verdict ? Math.max(format.confidence, 0.9) : format.confidence,
    by: verdict ? 'checksum' : 'format',
  };
}

const checksummed = new Set(['github', 'npm', 'grafana']);

/** Placeholders in documentation: `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx`, `sk_live_1234567890abcdef…`. */
function isStandIn(secret: string, formatId: string): boolean {
  if (formatId === 'jwt') return false;
  // The account of the storage emulator, which everybody has.
  if (secret.startsWith('Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr'))
    return true;
  if (
    /example|placeholder|your|changeme|redacted|dummy|sample|x{5,}|X{5,}|0{8,}|\*{3,}|\.{3,}|123456789|abcdefgh/i.test(
      secret,
    )
  ) {
    // Zeros or the alphabet rarely occur in a real token, so these are not reported.
    return true;
  }
  const random = secret.replace(/^[A-Za-z0-9]{1,12}[-_.:]+/, '');
  if (random.length < 12) return false;
  if (/^(.)\1+$/.test(random) || shannonEntropy(random) < (/^[0-9a-f]+$/i.test(random) ? 2.3 : 2.6))
    return true;
  // Identifiers with the same prefix as tokens consist of words: `secret_manager_client_configuration_…`.
  return /[_-]/.test(random) && !/\d/.test(random) && wordLikeness(random) > 0.6;
}

const credentialsInUrl =
  /\b([a-z][a-z0-9+.-]{1,30}):\/\/([^\s:/@'"`<>{}$]{0,100}):([^\s/@'"`<>]{3,200})@([A-Za-z0-9[][\w.:[\]-]*)/iy;
const MAX_SCHEME_LENGTH = 31;
const MAX_LOGIN_LENGTH = 301;

/** Matches of the pattern, only tried at a `://` with an `@` shortly after it. */
function* findCredentialsInUrls(text: string): Generator<RegExpExecArray> {
  let from = 0;
  let sign = -1;
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    if (sign < at + 3) sign = text.indexOf('@', at + 3);
    if (sign === -1) return;
    if (sign - at - 3 > MAX_LOGIN_LENGTH) continue;
    for (let start = Math.max(from, at - MAX_SCHEME_LENGTH); start < at; start++) {
      credentialsInUrl.lastIndex = start;
      const match = credentialsInUrl.exec(text);
      if (match === null) continue;
      yield match;
      from = match.index + match[0].length;
      break;
    }
  }
}

const jdbcPassword =
  /jdbc:[a-z0-9:]{2,30}\/\/([\w.:-]{1,100})[^\s'"`<>]{0,200}?[?&;]password=([^\s'"`<>&;,\\]{3,200})/gi;

/** JDBC has the password as a parameter of the URL, without a variable name. */
function matchJdbcPasswords(text: string, add: (match: SecretMatch) => void): void {
  if (!text.includes('jdbc:')) return;
  for (const match of text.matchAll(jdbcPassword)) {
    const [whole, host = '', password = ''] = match;
    if (isPlaceholder(password) || /[${}%()#]/.test(password) || /^[a-z]+$/i.test(password)) continue;
    const isLocal = /^(?:localhost|127\.|[a-z][\w-]*(?::\d+)?$)/i.test(host);
    const start = match.index + whole.length - password.length;
    add({
      rule: 'url-credentials',
      title: 'Password in an address',
      start,
      end: start + password.length,
      reach: isLocal ? 'limited' : 'service',
      confidence: isLocal ? 0.55 : 0.85,
      by: 'structure',
    });
  }
}

function matchUrlCredentials(text: string, add: (match: SecretMatch) => void): void {
  for (const match of findCredentialsInUrls(text)) {
    const [whole, , user = '', password = '', host = ''] = match;
    if (isPlaceholder(password) || /[${}%()]|^\[|^:/.test(password) || password === user) continue;
    if (/^(?:user(?:name)?|usr|foo|bar|name|login)$/i.test(user) && /^(?:pw|pass\w*|pwd)\d*$/i.test(password))
      continue;
    if (
      /(?:^|\.)example\.(?:com|org|net)(?::|$)|^(?:host|hostname|server|domain)(?:name)?(?::|$)/i.test(host)
    )
      continue;
    const plainWord = /^[a-z]+$/i.test(password);
    const local = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|[a-z][\w-]*(?::\d+)?$)/.test(host);
    const start = match.index + whole.lastIndexOf(`:${password}@`) + 1;
    add({
      rule: 'url-credentials',
      title: 'Password in an address',
      start,
      end: start + password.length,
      reach: local ? 'limited' : 'service',
      confidence: plainWord ? 0.45 : local ? 0.55 : 0.85,
      by: 'structure',
    });
  }
}

function matchNamedValues(text: string, path: string, add: (match: SecretMatch) => void): void {
  if (data.test(path)) return;
  const isProse = prose.test(path);
  const forms = formsOf(path);
  for (const { line, start } of linesWithHints(text)) matchLine(line, start, forms, isProse, add);
  for (const pair of splitPairsOf(text, path)) {
    const verdict = judgeValue(pair.name, pair.value, true);
    if (verdict)
      add({
        rule: verdict.rule,
        title: `Secret value of ${pair.name}`,
        start: pair.at,
        end: pair.at + pair.value.length,
        reach: verdict.rule === 'weak-password' ? 'limited' : 'service',
        confidence: verdict.confidence,
        by: 'name',
      });
  }
}

function matchLine(
  line: string,
  lineStart: number,
  forms: FileForms,
  isProse: boolean,
  add: (match: SecretMatch) => void,
): void {
  // Few lines get this far, so only these are checked further.
  for (const { name, value, at, isQuoted } of namedValuesOf(line, forms)) {
    const verdict = judgeValue(name, value, isQuoted);
    if (!verdict || (isProse && verdict.confidence < 0.8)) continue;
    if (isExample(line) || isRoute(line)) return;
    const isAwsSecret =
      verdict.rule === 'generic-token' &&
      /^[A-Za-z0-9/+]{40}$/.test(value) &&
      /aws|amazon|AKIA|ASIA/i.test(line);
    add({
      rule: isAwsSecret ? 'aws-secret-key' : verdict.rule,
      title: isAwsSecret
        ? 'AWS secret access key'
        : verdict.rule === 'generic-token'
          ? `Hard-coded secret (${name})`
          : `Hard-coded password (${name})`,
      start: lineStart + at,
      end: lineStart + at + value.length,
      reach: isAwsSecret ? 'account' : verdict.rule === 'weak-password' ? 'limited' : 'service',
      confidence: isAwsSecret ? 0.95 : verdict.confidence,
      by: 'name',
    });
  }
  matchAuthorization(line, lineStart, add);
}

function isExample(line: string): boolean {
  return /EXAMPLE|@example|devstoreaccount1|^\s*(?:\*|\/\/|#).*\bin the form\b/.test(line);
}

/** `'/login/set_new_password' => 'login#set_new_password'` is a route. */
function isRoute(line: string): boolean {
  return /["']\/?[\w/:.*()-]+["']\s*(?:=>|,\s*to:)\s*["'][\w/]+#\w+["']/.test(line);
}

const authorization = /\b(Basic|Bearer|Token|SSWS|ApiKey)\s+([A-Za-z0-9+/_=.~-]{12,400})/g;

function matchAuthorization(line: string, lineStart: number, add: (match: SecretMatch) => void): void {
  if (!/authorization|bearer|-H |header/i.test(line) || isExample(line)) return;
  for (const match of line.matchAll(authorization)) {
    const scheme = match[1] ?? '';
    const value = match[2] ?? '';
    if (isPlaceholder(value)) continue;
    if (scheme === 'Basic') {
      const [user = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':');
      if (!/^[\x20-\x7e]+$/.test(user + password) || password.length < 4 || isPlaceholder(password)) continue;
    } else if (wordLikeness(value) > 0.5 || shannonEntropy(value) < 3.4 || !/\d/.test(value)) continue;
    const start = lineStart + match.index + match[0].length - value.length;
    add({
      rule: 'authorization-header',
      title: `Credentials in an Authorization header (${scheme})`,
      start,
      end: start + value.length,
      reach: 'service',
      confidence: 0.8,
      by: 'structure',
    });
  }
}
