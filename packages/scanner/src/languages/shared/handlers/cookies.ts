import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** Reports a cookie that is set without `Secure`. The flag may be in options, fields or setters. */
export function checkCookie(m: Machine, site: CallSite): void {
  const report = (detail: string, confidence: number): void =>
    m.reportMisuse('insecure_cookie', site.e.pos, site.e.end, site.name, detail, confidence);
  switch (site.name) {
    case 'addCookie': {
      const cookie = site.args[0];
      if (cookie === undefined || cookie.objs.length === 0) return;
      const secure = flag(m, cookie, ['secure']);
      if (secure === false) report('secure=false', 0.95);
      else if (secure === null && cookie.type === 'Cookie') report('secure is not set', 0.8);
      return;
    }
    case 'cookie': {
      if (
        site.args.length < 2 ||
        !/@res|\bres\b|response|reply/.test(`${site.recv?.sym ?? ''} ${site.written}`)
      )
        return;
      const options = site.args[2];
      if (options === undefined) report('no options', 0.6);
      else judge(m, options, ['secure'], report);
      return;
    }
    case 'set_cookie': {
      // Options built elsewhere may hold the flag.
      if (m.model.hooks.cookieOptionsAt !== undefined && site.named.size === 0) {
        const given = site.args[m.model.hooks.cookieOptionsAt];
        if (given !== undefined && given.objs.length > 0) judge(m, given, ['secure'], report);
        return;
      }
      const secure = site.named.get('secure');
      // Unpacked options (`**options`) may hold the flag.
      if (secure === undefined && m.file.text.slice(site.e.pos, site.e.end).includes('**')) return;
      if (secure?.k === false) report('secure=False', 0.95);
      else if (secure === undefined && site.named.size + site.args.length >= 2)
        report('secure is not set', 0.7);
      return;
    }
    case 'setcookie': {
      const options = site.args[2];
      if (options !== undefined && options.objs.length > 0) judge(m, options, ['secure'], report);
      else if (site.args[5]?.k === false) report('secure=false', 0.95);
      else if (site.args[5] === undefined) report('secure is not set', 0.7);
      return;
    }
    case 'SetCookie': {
      const cookie = site.args[1];
      if (cookie !== undefined && readField(m, cookie, 'Name') !== null) judge(m, cookie, ['Secure'], report);
      return;
    }
    case 'Append': {
      const options = site.args[2];
      if (!/Cookies/.test(`${site.recv?.sym ?? ''} ${site.written}`)) return;
      if (options === undefined) report('no options', 0.6);
      else judge(m, options, ['Secure'], report);
      return;
    }
    default:
  }
}

function judge(
  m: Machine,
  options: Value,
  names: string[],
  report: (detail: string, confidence: number) => void,
): void {
  if (options.objs.length === 0) return;
  const secure = flag(m, options, names);
  if (secure === false) report('secure=false', 0.95);
  else if (secure === null) report('secure is not set', 0.7);
}

/** True or false if the flag is set to it; null if it is not set; undefined if its value is unknown. */
function flag(m: Machine, value: Value, names: string[]): boolean | null | undefined {
  for (const name of names) {
    const field = readField(m, value, name);
    if (field === null) continue;
    return field.k === undefined ? undefined : field.k === true || field.k === 1;
  }
  return value === unknown ? undefined : null;
}
