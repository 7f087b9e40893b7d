import { maskOf } from './kinds.ts';

/** If a pattern removes a text of several characters, each of them may remain on its own. */
export function withoutTag(text: string): string {
  return text.length > 1 ? text.replaceAll('<', '') : text;
}

/** Kinds for which letters and digits are harmless. */
const needSigns = [
  'sql',
  'nosql',
  'command',
  'code',
  'ldap',
  'xpath',
  'template',
  'xss',
  'path',
  'header',
  'log',
  'redirect',
  'ssrf',
] as const;

/** The kinds that are ruled out once everything that `source` matches is removed. */
export function removedMask(source: string, isRegex: boolean): number {
  const body = source.replace(/^\/|\/[a-z]*$/g, '');
  if (isRegex) {
    // Everything but word characters is removed, so nothing is left for an attack.
    const negated = /^\(?\[\^([^\]]*)\][+*]?\)?$/.exec(body)?.[1];
    if (negated !== undefined)
      return isPlainClass(negated) ? maskOf(...needSigns, 'regex', 'format', 'deserialization') : 0;
    if (body === '\\W' || body === '\\W+' || body === '\\D' || body === '\\D+') return maskOf(...needSigns);
  }
  let mask = 0;
  // A class of the special characters of patterns, each of which is escaped.
  if (
    isRegex &&
    /^\(?\[/.test(body) &&
    body.includes('*') &&
    body.includes('+') &&
    body.includes('(') &&
    body.includes('?')
  )
    mask |= maskOf('regex');
  // If a single tag is removed, the rest can form it again.
  if (isRegex ? /^\(?\[[^\]]*<|^\(?<\(?[[./?]|^<$/.test(body) : body.includes('<')) mask |= maskOf('xss');
  if (body.includes("'")) mask |= maskOf('sql', 'xpath');
  if (/\\r|\\n|[\r\n]/.test(body)) mask |= maskOf('header', 'log');
  if (/[*()]/.test(body) && /\\?[(*]/.test(body) && body.includes('(') && body.includes('*'))
    mask |= maskOf('ldap');
  // Without this character, a filter cannot be extended.
  if (/^\\?\($/.test(body)) mask |= maskOf('ldap');
  if (/[;&|`]/.test(body) && body.includes(';') && body.includes('|')) mask |= maskOf('command');
  return mask;
}

/** Letters, digits and a few harmless characters. */
export function isPlainClass(inside: string): boolean {
  return (
    /^(?:a-z|A-Z|0-9|\\w|\\d|_|\\?-|\\s|\\? |\\?\.|,|a-f|A-F|@|\+|:)+$/i.test(inside) && !/\.\//.test(inside)
  );
}
