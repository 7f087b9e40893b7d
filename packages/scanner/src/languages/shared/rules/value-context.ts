import type { SourceView } from '../../../rules/source-view.ts';

const literal = /^["'`]([^"'`]*)["'`]$/;

/**
 * The string that an expression stands for: a literal, or a variable with one literal in this file. For a lookup with
 * a default (`getProperty("name", "value")`), the value in the application's configuration, otherwise the default.
 */
export function resolveConstant(expression: string, at: number, view: SourceView): string | undefined {
  const text = expression.trim();
  const direct = literal.exec(text);
  if (direct) return direct[1];
  const name = /^[\w$.]*?([A-Za-z_$][\w$]*)$/.exec(text)?.[1];
  if (!name) return fromLookup(text, view);
  const assignment = new RegExp(
    `\\b${name.replace(/\$/g, '\\$')}\\s*(?::\\s*(?:&(?:'\\w+\\s+)?)?\\w+\\s*)?=(?!=)\\s*([^;\\n]+)`,
    'g',
  );
  const assigned = [...view.withoutComments.matchAll(assignment)].map(({ index, 1: value = '' }) => ({
    at: index,
    value: value.trim().replace(/[,;]$/, ''),
  }));
  // The last assignment before the use. A constant of the class may be declared below it.
  const nearest = assigned.filter((one) => one.at < at).at(-1) ?? assigned[0];
  if (!nearest) return undefined;
  // The default if the environment variable is not set.
  const fallback = /^process\.env\b[\w.[\]"'!]*\s*(?:\|\||\?\?)\s*(["'`][^"'`]*["'`])$/.exec(
    nearest.value,
  )?.[1];
  if (fallback !== undefined) return literal.exec(fallback)?.[1];
  return literal.exec(nearest.value)?.[1] ?? fromLookup(nearest.value, view);
}

type ReadConfig = (key: string) => string | undefined;
const configOf = new WeakMap<object, ReadConfig>();

/** Makes the values of property files available to lookups by key. Called once per index. */
export function useConfiguration(file: object, read: ReadConfig): void {
  configOf.set(file, read);
}

function fromLookup(expression: string, view: SourceView): string | undefined {
  const match =
    /\b(?:getProperty|getString|getenv|get|getOrDefault)\s*\(\s*["']([^"']+)["']\s*(?:,\s*["']([^"']*)["']\s*)?\)/.exec(
      expression,
    );
  const [, key, fallback] = match ?? [];
  return key === undefined ? undefined : (configOf.get(view.file)?.(key) ?? fallback);
}

const securityPattern =
  /pass(?:word|wd|code|phrase)?|secret|token|session|auth|login|otp|captcha|verif|nonce|salt|csrf|xsrf|credential|crypto|encrypt|sign|certificate|remember|cookie|api_?key|access_?key|private|recover|reset|invite|voucher|coupon|\bpin\b|\biv\b|user_?id/i;

// Alphabets for random names that should be hard to guess.
const alphabet =
  /\bstring\.(?:ascii_\w+|digits|letters|printable)|["'`](?:[A-Z]{26}|[a-z]{26}|abcdefghijklm|ABCDEFGHIJKLM|0123456789abcdef)/;

/** Delays, images and orders may be predictable. */
const chance =
  /\b\w*(?:jitter|backoff|shuffle|animation|visuali[sz]|colou?rs?|avatar|preset|variants?)|delay(?:ms|millis)?\b|\bsleep\b|Math\.random\(\)\s*[<>]\s*0?\.\d/i;

/** Whether something random is called a secret, or random characters are combined. */
function drawsSecret(text: string, near: string, name: string): boolean {
  const target = /^\s*(?:[\w$.>-]+\s+)*?([\w$.>-]+)\s*(?::\s*[\w<>[\]| ]+)?:?=(?!=)/.exec(text)?.[1] ?? '';
  if (securityPattern.test(target) && !chance.test(target)) return true;
  return /shuffle/i.test(text) && (alphabet.test(near) || (securityPattern.test(name) && !chance.test(name)));
}

/**
 * Whether the code around a place, by its function and names, deals with security, so that weak random numbers
 * matter.
 */
export function isSecurityUse(offset: number, view: SourceView): boolean {
  const line = view.lineAt(offset);
  const around = view.functionAt(line);
  const near = [line - 1, line, line + 1, line + 2].map((one) => view.lineText(one)).join('\n');
  const named = `${view.lineText(line)} ${around?.name ?? ''}`;
  if (/\b\w*(?:e_?tag|cache_?key|checksum|fingerprint|gravatar|dedup\w*|content_?hash)\b/i.test(named))
    return false;
  if (chance.test(named) && !drawsSecret(view.lineText(line), near, around?.name ?? '')) return false;
  if (securityPattern.test(near) || alphabet.test(near)) return true;
  if (!around) return false;
  if (securityPattern.test(around.name)) return true;
  if (around.endLine - around.line > 120) return false;
  const body = view.linesOf(around, 'withoutComments');
  return securityPattern.test(body);
}
