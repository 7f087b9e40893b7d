import { domainToASCII, domainToUnicode } from 'node:url';

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 6532 section 3.2: letters, marks and digits of any script are allowed besides the ASCII ones. */
const INTERNATIONAL_LOCAL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)(?:\.(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?))*$/u;

/** Whether a text is a single bare address that every server accepts. */
export function isMailAddress(text: string): boolean {
  return isAddressWith(LOCAL, text);
}

/** Whether a text is a single bare address, even if only some servers accept it (`isInternational`). */
export function isRecipientAddress(text: string): boolean {
  return isAddressWith(INTERNATIONAL_LOCAL, text);
}

/** Whether the local part has non-ASCII letters: only servers with SMTPUTF8 (RFC 6531) accept it. */
export function isInternational(address: string): boolean {
  return /[^ -~]/.test(address.slice(0, address.lastIndexOf('@')));
}

// RFC 5321 section 4.5.3.1 counts octets.
function isAddressWith(local: RegExp, text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || Buffer.byteLength(text) > 254) return false;
  const name = text.slice(0, at);
  return Buffer.byteLength(name) <= 64 && local.test(name) && isMailDomain(text.slice(at + 1));
}

/** Whether mail can go to a domain: its labels are valid, and a non-ASCII one has a DNS form. */
export function isMailDomain(text: string): boolean {
  return DOMAIN.test(text) && (!/[^ -~]|xn--/i.test(text) || domainToASCII(text) !== '');
}

/** Why a text cannot be a sender and what to do, for whoever entered it in this field. */
export function addressRefusal(field: string, text: string): string {
  return !isMailAddress(text) && isRecipientAddress(text)
    ? `\`${field}\` has letters beyond ASCII before the @ (SMTPUTF8), which many servers do not answer to. Give an ASCII address.`
    : `\`${field}\` must be one bare e-mail address, such as ann@example.com.`;
}

/**
 * An address as stored and compared: trimmed, composed (NFC), in lower case, its domain in ASCII, so that
 * `ann@bücher.example` and `ann@xn--bcher-kva.example` are the same.
 */
export function normalAddress(text: string): string {
  const whole = text.trim().normalize('NFC').toLowerCase();
  const at = whole.lastIndexOf('@');
  return at < 0 ? whole : `${whole.slice(0, at + 1)}${normalDomain(whole.slice(at + 1))}`;
}

/** A domain as stored and compared: in lower case and ASCII, as in the DNS. */
export function normalDomain(text: string): string {
  const whole = text.trim().normalize('NFC').toLowerCase();
  // ASCII passes unchanged: the function is made for URL hosts and would parse numbers as IPv4.
  return /[^ -~]/.test(whole) ? domainToASCII(whole) || whole : whole;
}

/**
 * The normalized form of an address or domain, and the one in its own script, as formerly stored and as
 * displayed.
 */
export function formsOf(text: string): string[] {
  const at = text.lastIndexOf('@');
  const normal = at < 0 ? normalDomain(text) : normalAddress(text);
  const domain = normal.slice(normal.lastIndexOf('@') + 1);
  const written = domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;
  return [...new Set([normal, `${normal.slice(0, normal.length - domain.length)}${written}`])];
}

/** An address for the SMTP envelope: the domain in ASCII, unless the address needs SMTPUTF8 anyway. */
export function envelopeAddress(address: string): string {
  if (isInternational(address)) return address;
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return at < 0 || domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

/** The bare address in `Ann <a@b.example>` or `a@b.example`, as written. */
export function bareAddress(text: string): string {
  const bracketed = /<([^<>]*)>\s*$/.exec(text);
  return (bracketed?.[1] ?? text).trim();
}

/** The domain of an address, normalized. */
export function domainOf(address: string): string {
  const bare = bareAddress(address);
  return normalDomain(bare.slice(bare.lastIndexOf('@') + 1));
}

/** An address with a name, quoted per RFC 5322. The name must not contain line breaks. */
export function formatAddress(address: string, name?: string | null): string {
  if (name === undefined || name === null || name === '') return address;
  return `"${name.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}" <${address}>`;
}
