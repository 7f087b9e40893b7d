import { isSequential, wordLikeness } from './entropy.ts';

const placeholderWords =
  /example|sample|dummy|placeholder|change[-_ ]?me|change[-_ ]?this|changeit|replace|insert|your[-_ ]|your(?=[A-Z])|^your|my[-_](?:secret|password|token|key|api)|redacted|removed|hidden|masked|fake|mock|foo|bar(?![a-z0-9])|lorem|todo|tbd|fixme|put[-_ ]?here|goes[-_ ]?here|[-_ ]here(?:[-_]?\d{1,4})?$|not[-_ ]?a[-_ ]?real|not[-_ ]?real|for[-_ ]?testing|testing|test[-_]?(?:key|token|secret|password|pass)|^test|[-_]test$|secret[-_]?key$|api[-_]?key$|access[-_]?token$|^(?:super)?[-_]?secret[-_]?(?:password|token|value)?$|default|undefined|^null$|^none$|^nil$|^true$|^false$|^n\/a$|^enabled$|^disabled$|^required$|^optional$|^string$|^password\d{0,3}$|^passw0rd$|^pass$|^admin\d{0,3}$|^root$|^user$|^guest$|^postgres$|^mysql$|^letmein$/i;

const reference =
  /\$\{|\$\(|\{\{|\}\}|<%|%>|^<.*>$|^\[.*\]$|^%[\w.]+%$|^%\(?\w*\)?[sd]$|^\$[A-Z_a-z]\w*$|^@[\w.]+@$|^#\{|^\*+$|^x{3,}|x{4,}|X{4,}|\.\.\.|…|\*{3,}|^env[.:(]|process\.env|os\.environ|getenv|secretKeyRef|vault:|^arn:aws|^ssm:|^projects\/[^/]+\/secrets\/|^op:\/\/|^keyring:|^file:|^ref\+|^!|^ENC\[|^\(.*\)$/;

/** Whether a value is a placeholder: a word such as "changeme", a reference to a variable, repeated x. */
export function isPlaceholder(value: string): boolean {
  return placeholderWords.test(value) || reference.test(value) || isSequential(value);
}

/**
 * Whether a value is text for people or programs, not a credential: words, an identifier, a path, a URL, a number, a
 * date, a colour, a version, a media type.
 */
export function isReadableText(value: string): boolean {
  if (/^[\d\s.,:+-]+$/.test(value)) return value.replace(/\D/g, '').length < 12 || /[.,:\s]/.test(value);
  if (/^(?:https?|wss?|ftp|file|s3|gs|git|ssh):\/\/[^@]*$/i.test(value)) return true;
  if (/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w.@\\/ -]*$/.test(value) && wordLikeness(value) > 0.45) return true;
  if (/^[\w.+-]+@[\w-]+\.[a-z]{2,}$/i.test(value)) return true;
  if (/^[a-z]+\/[a-z0-9.+-]+$/i.test(value) && wordLikeness(value) > 0.5) return true;
  if (/^#[0-9a-f]{3,8}$/i.test(value) || /^v?\d+\.\d+(?:\.\d+)?/.test(value)) return true;
  return isIdentifier(value) || isSentence(value);
}

/** Words joined by case, dots, dashes or underscores, such as `auth.invalidPassword` or `refresh-token`. */
function isIdentifier(value: string): boolean {
  if (!/^[A-Za-z_$@][\w$.:\-/[\]()]*$/.test(value)) return false;
  const words = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_.:\-/$@[\]()]+/)
    .filter(Boolean);
  // A ticket number among words is not part of a secret.
  const isTicket = words.filter((word) => /^[A-Za-z]{2,}$/.test(word)).length >= 4;
  const digits = (isTicket ? words.filter((word) => !/^\d{1,6}$/.test(word)).join('') : value).replace(
    /\D/g,
    '',
  ).length;
  if (digits > Math.max(2, value.length * 0.12)) return false;
  const letters = words.filter((word) => /^[A-Za-z]+\d{0,2}$/.test(word));
  if (letters.length < words.length * 0.75) return false;
  return wordLikeness(value) >= (words.length > 1 ? 0.5 : 0.55);
}

function isSentence(value: string): boolean {
  const words = value.split(/\s+/).filter(Boolean);
  return words.length >= 3 || (words.length === 2 && wordLikeness(value) > 0.5);
}
