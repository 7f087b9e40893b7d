import { maskOf } from './kinds.ts';

/** Of a text with more signs than one, each of them is left where the others do not stand beside it. */
export function withoutTag(text: string): string {
  return text.length > 1 ? text.replaceAll('<', '') : text;
}

/** What letters and digits alone do no harm to. */
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

/** Kinds that cannot be harmed once all that `source` matches is gone. */
export function removedMask(source: string, isRegex: boolean): number {
  const body = source.replace(/^\/|\/[a-z]*$/g, '');
  if (isRegex) {
    // Everything but word characters goes: nothing is left to attack with.
    const negated = /^\(?\[\^([^\]]*)\][+*]?\)?$/.exec(body)?.[1];
    if (negated !== undefined)
      return isPlainClass(negated) ? maskOf(...needSigns, 'regex', 'format', 'deserialization') : 0;
    if (body === '\\W' || body === '\\W+' || body === '\\D' || body === '\\D+') return maskOf(...needSigns);
  }
  let mask = 0;
  // A class of the signs of patterns, each of which gets a sign before it.
  if (
    isRegex &&
    /^\(?\[/.test(body) &&
    body.includes('*') &&
    body.includes('+') &&
    body.includes('(') &&
    body.includes('?')
  )
    mask |= maskOf('regex');
  // One tag that is taken out can be put together again by what is left.
  if (isRegex ? /^\(?\[[^\]]*<|^\(?<\(?[[./?]|^<$/.test(body) : body.includes('<')) mask |= maskOf('xss');
  if (body.includes("'")) mask |= maskOf('sql', 'xpath');
  if (/\\r|\\n|[\r\n]/.test(body)) mask |= maskOf('header', 'log');
  if (/[*()]/.test(body) && /\\?[(*]/.test(body) && body.includes('(') && body.includes('*'))
    mask |= maskOf('ldap');
  // The one sign without which a filter cannot be widened.
  if (/^\\?\($/.test(body)) mask |= maskOf('ldap');
  if (/[;&|`]/.test(body) && body.includes(';') && body.includes('|')) mask |= maskOf('command');
  return mask;
}

/** Letters, digits and a few harmless signs. */
export function isPlainClass(inside: string): boolean {
  return (
    /^(?:a-z|A-Z|0-9|\\w|\\d|_|\\?-|\\s|\\? |\\?\.|,|a-f|A-F|@|\+|:)+$/i.test(inside) && !/\.\//.test(inside)
  );
}
