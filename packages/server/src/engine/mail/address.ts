const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)(?:\.(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?))*$/u;

/** Whether a text is one bare address that a mail may be sent to. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  return LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** Why a text is none, and what to do, for whoever gave it in this field. */
export function addressRefusal(field: string, text: string): string {
  const local = text.slice(0, Math.max(text.lastIndexOf('@'), 0));
  const isInternational = /[^ -~]/.test(local) && isMailAddress(`a${text.slice(local.length)}`);
  return isInternational && /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(local)
    ? `\`${field}\` has letters beyond ASCII before the @ (SMTPUTF8), which most servers refuse and which are not sent to. Give the ASCII address of the same mailbox.`
    : `\`${field}\` must be one bare e-mail address, such as ann@example.com.`;
}

/** The bare address in `Ann <a@b.example>` or `a@b.example`, as it is written. */
export function bareAddress(text: string): string {
  const bracketed = /<([^<>]*)>\s*$/.exec(text);
  return (bracketed?.[1] ?? text).trim();
}

/** The domain of an address, in lower case. */
export function domainOf(address: string): string {
  const bare = bareAddress(address);
  return bare.slice(bare.lastIndexOf('@') + 1).toLowerCase();
}

/** An address with a name, quoted as RFC 5322 has it. The name must not hold line breaks. */
export function formatAddress(address: string, name?: string | null): string {
  if (name === undefined || name === null || name === '') return address;
  return `"${name.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}" <${address}>`;
}
