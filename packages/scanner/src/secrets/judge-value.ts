import { shannonEntropy, wordLikeness } from './entropy.ts';
import { isPlaceholder, isReadableText } from './placeholder.ts';
import { classifyName } from './secret-name.ts';

/** The kind of a named value: `weak` is a password of plain words. */
export interface ValueVerdict {
  rule: 'generic-token' | 'password' | 'weak-password';
  /** From 0 to 1. */
  confidence: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Judges a value by its name and content; undefined if it is not a secret. `isQuoted`: it is a string literal. */
export function judgeValue(name: string, value: string, isQuoted: boolean): ValueVerdict | undefined {
  const kind = classifyName(
    name.replace(/\.(?:equals\w*|compareTo|eq|is|Equals)$/, '').replace(/^.*\.(?=[^.]+$)/, ''),
  );
  if (kind === 'none') return undefined;
  if (value.length < 6 || value.length > 512 || /[^\x20-\x7e]/.test(value)) return undefined;
  if (isIngestAddress(value)) return undefined;
  if (isPlaceholder(value) || sameWords(name, value) || isCode(value, isQuoted)) return undefined;
  if (kind === 'bare-key') return isQuoted ? judgeBareKey(value) : undefined;
  return kind === 'password' ? judgePassword(value, isQuoted) : judgeToken(value);
}

/** The address for error reports of clients. Its key only allows writing, and every monitored page contains it. */
function isIngestAddress(value: string): boolean {
  return /^https?:\/\/[0-9a-f]{32}@[\w.:-]+\/\d+$/.test(value);
}

/** Long, with letters in both cases and digits, and without words: only generators produce this. */
function judgeBareKey(value: string): ValueVerdict | undefined {
  const isRandom =
    /^[A-Za-z0-9]{40,128}$/.test(value) &&
    classesOf(value) === 3 &&
    shannonEntropy(value) >= 4.3 &&
    wordLikeness(value) < 0.42;
  return isRandom ? { rule: 'generic-token', confidence: 0.6 } : undefined;
}

function sameWords(name: string, value: string): boolean {
  const plainName = name.toLowerCase().replace(/[^a-z]/g, '');
  const plainValue = value.toLowerCase().replace(/[^a-z]/g, '');
  return plainValue.length > 0 && (plainName.includes(plainValue) || plainName === plainValue);
}

/** An expression, a selector, a pattern or a template, not a literal. */
function isCode(value: string, isQuoted: boolean): boolean {
  if (/^(?:\/\^|\^|\(\?)|\\[dws]|^[.#][a-z][\w-]*$|^\[?data-|^<|>$/.test(value)) return true;
  if (/^(?:application|text|image|multipart)\//.test(value)) return true;
  // The address of a database without a password.
  if (/^[a-z]+:(?:host|dbname|server|unix_socket|port)=/i.test(value) && !/passw|pwd/i.test(value))
    return true;
  if (
    /^(?:sha\d{1,3}|md5|blake\w+)[-:]/i.test(value) ||
    /^\$2[aby]\$|^\$argon2|^\$[156]\$|^\{SHA|^pbkdf2/.test(value)
  )
    return true;
  if (/^-----|^ssh-(?:rsa|ed25519)|^(?:MII|LS0t)[A-Za-z0-9+/]{200}/.test(value)) return true;
  if (isQuoted) return /\$\{|#\{|\{\w*\}|%[sdv]/.test(value);
  // Without quotes, calls, member accesses and plain identifiers are code.
  return (
    /[()[\]{}<>$]|=>|^\w+\.\w+(?:\.\w+)*$|,$/.test(value) ||
    (/^[a-z]+[A-Z]\w*$/.test(value) && wordLikeness(value) > 0.5) ||
    /^(?:str|int|bool|String|self)\b/.test(value)
  );
}

function classesOf(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(value)).length;
}

/** Validation rules and casts of a field with this name. */
const validationRuleNames =
  /^(?:required|nullable|hashed|encrypted|string|sometimes|confirmed|present|filled)$/;

function judgePassword(value: string, isQuoted: boolean): ValueVerdict | undefined {
  if (/\s/.test(value) && value.split(/\s+/).length !== 4) return undefined;
  const hasDigitOrSymbol = /\d/.test(value) || /[^\w\s.\-/:]/.test(value);
  const readable = isReadableText(value);
  // UUIDs are identifiers, for example of key types and devices.
  if (uuid.test(value)) return undefined;
  if (!readable && value.length >= 8 && classesOf(value) >= 2 && hasDigitOrSymbol) {
    const strong = value.length >= 12 && wordLikeness(value) < 0.6;
    return { rule: 'password', confidence: strong ? 0.85 : 0.7 };
  }
  if (!readable && value.length >= 12 && shannonEntropy(value) >= 3.2 && wordLikeness(value) < 0.45) {
    return { rule: 'password', confidence: 0.7 };
  }
  if (validationRuleNames.test(value)) return undefined;
  if (isQuoted && !/[\s/:.]/.test(value) && /^[a-z]+\d*[!@#$%]?$/i.test(value) && !/[a-z][A-Z]/.test(value)) {
    return { rule: 'weak-password', confidence: 0.4 };
  }
  return undefined;
}

function judgeToken(value: string): ValueVerdict | undefined {
  if (/\s/.test(value) || value.length < 10) return undefined;
  if (uuid.test(value))
    return value.startsWith('00000000') ? undefined : { rule: 'generic-token', confidence: 0.6 };
  if (isReadableText(value)) return undefined;
  const entropy = shannonEntropy(value);
  if (/^(?:0x)?[0-9a-f]+$/i.test(value)) {
    const long = value.length >= 24 && entropy >= 2.9;
    return long ? { rule: 'generic-token', confidence: value.length >= 32 ? 0.8 : 0.65 } : undefined;
  }
  const hasDigit = /\d/.test(value);
  const words = wordLikeness(value);
  if (
    value.length >= 16 &&
    entropy >= 3.4 &&
    (hasDigit || (/[a-z]/.test(value) && /[A-Z]/.test(value))) &&
    words < 0.55
  ) {
    return { rule: 'generic-token', confidence: value.length >= 24 && words < 0.45 ? 0.85 : 0.7 };
  }
  if (value.length >= 10 && hasDigit && classesOf(value) >= 3 && words < 0.65 && entropy >= 2.8) {
    return { rule: 'generic-token', confidence: 0.6 };
  }
  // A service's passphrase: long, with special characters between words.
  return value.length >= 16 && /[!@#$%^&*]/.test(value) && classesOf(value) >= 3
    ? { rule: 'generic-token', confidence: 0.6 }
    : undefined;
}
