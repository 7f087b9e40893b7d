import { domainToASCII, domainToUnicode } from 'node:url';

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 6532 section 3.2: letters, marks and digits of any script stand beside the ASCII ones. */
const INTERNATIONAL_LOCAL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)(?:\.(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?))*$/u;

/** Whether a text is one bare address that every server takes. */
export function isMailAddress(text: string): boolean {
  return isAddressWith(LOCAL, text);
}

/** Whether a text is one bare address, if only some servers take it (`isInternational`). */
export function isRecipientAddress(text: string): boolean {
  return isAddressWith(INTERNATIONAL_LOCAL, text);
}

/** Whether letters beyond ASCII stand before the @: only a server with SMTPUTF8 (RFC 6531) takes it. */
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

/** Whether mail can go to a domain: its labels are words, and one beyond ASCII has a form that the DNS takes. */
export function isMailDomain(text: string): boolean {
  return DOMAIN.test(text) && (!/[^ -~]|xn--/i.test(text) || domainToASCII(text) !== '');
}

/** Why a text is none that can be a sender, and what to do, for whoever gave it in this field. */
export function addressRefusal(field: string, text: string): string {
  return !isMailAddress(text) && isRecipientAddress(text)
    ? `\`${field}\` has letters beyond ASCII before the @ (SMTPUTF8), which many servers do not answer to. Give an ASCII address.`
    : `\`${field}\` must be one bare e-mail address, such as ann@example.com.`;
}

/**
 * An address as it is kept and compared: trimmed, composed (NFC), in lower case, its domain in ASCII, so that
 * `ann@bücher.example` and `ann@xn--bcher-kva.example` are one.
 */
export function normalAddress(text: string): string {
  const whole = text.trim().normalize('NFC').toLowerCase();
  const at = whole.lastIndexOf('@');
  return at < 0 ? whole : `${whole.slice(0, at + 1)}${normalDomain(whole.slice(at + 1))}`;
}

/** A domain as it is kept and compared: in lower case and ASCII, as the DNS has it. */
export function normalDomain(text: string): string {
  const whole = text.trim().normalize('NFC').toLowerCase();
  // ASCII stays as it is: the function is one for hosts of URLs, and would read numbers as IPv4.
  return /[^ -~]/.test(whole) ? domainToASCII(whole) || whole : whole;
}

/** The normal form of an address or a domain, and the one with letters of its script: how it was kept before, and is written. */
export function formsOf(text: string): string[] {
  const at = text.lastIndexOf('@');
  const normal = at < 0 ? normalDomain(text) : normalAddress(text);
  const domain = normal.slice(normal.lastIndexOf('@') + 1);
  const written = domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;
  return [...new Set([normal, `${normal.slice(0, normal.length - domain.length)}${written}`])];
}

/** An address as it is told to a server: the domain in ASCII, unless all of it needs SMTPUTF8 anyway. */
export function envelopeAddress(address: string): string {
  if (isInternational(address)) return address;
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return at < 0 || domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

/** The bare address in `Ann <a@b.example>` or `a@b.example`, as it is written. */
export function bareAddress(text: string): string {
  const bracketed = /<([^<>]*)>\s*$/.exec(text);
  return (bracketed?.[1] ?? text).trim();
}

/** The domain of an address, in its normal form. */
export function domainOf(address: string): string {
  const bare = bareAddress(address);
  return normalDomain(bare.slice(bare.lastIndexOf('@') + 1));
}

/** An address with a name, quoted as RFC 5322 has it. The name must not hold line breaks. */
export function formatAddress(address: string, name?: string | null): string {
  if (name === undefined || name === null || name === '') return address;
  return `"${name.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}" <${address}>`;
}
