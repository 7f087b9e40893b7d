import { isBelowSwitch } from '../rules/own-switch.ts';
import type { Edit } from './edit.ts';
import { closingBracket } from './expression.ts';
import type { Fixer, FixSite } from './fixer.ts';
import { addArguments, first, swap } from './swap.ts';

/** `express-session` does not send a secure cookie over an insecure connection. */
const isOwnSession = ({ text }: FixSite) => /['"]express-session['"]/.test(text);

/** `'auto'` where the middleware supports it, so that the program works with and without TLS. */
const scriptSession: Fixer = (site) => {
  const { code, start, finding } = site;
  const secure = isOwnSession(site) ? "'auto'" : 'true';
  const given = /(\bsecure\s*:\s*)false/.exec(code);
  if (given) return edit(site, start + given.index, given[0].length, given[1] + secure);
  const session = /\b(?:express)?[sS]ession\s*\(\s*\{/.exec(code);
  if (!session) return undefined;
  const at = start + session.index + session[0].length;
  const [line = '', below = ''] = site.text.slice(at).split('\n', 2);
  const isOpen = /^(?:$|\/\/)/.test(line.trim());
  const indent = below.slice(0, below.length - below.trimStart().length);
  const flags = `{ httpOnly: true, secure: ${secure}, sameSite: 'lax' }`;
  const lineEnd = line.endsWith('\r') ? '\r\n' : '\n';
  const text = isOpen ? `${lineEnd}${indent.replace(/\r/g, '')}cookie: ${flags},` : ` cookie: ${flags},`;
  return [{ file: finding.file, start: at, end: at, replacement: text }];
};

const edit = ({ finding }: FixSite, start: number, length: number, replacement: string): Edit[] => [
  { file: finding.file, start, end: start + length, replacement },
];

const pythonFlags: readonly [RegExp, string, RegExp][] = [
  [/\bsecure\s*=/, 'secure=True', /\bsecure\s*=\s*False/],
  [/\bhttponly\s*=/, 'httponly=True', /\bhttponly\s*=\s*False/],
  [/\bsamesite\s*=/, "samesite='Lax'", /\bsamesite\s*=\s*(?:None|["']None["'])/],
];

/** Adds missing cookie flags, and enables disabled ones. */
const pythonCookie: Fixer = (site) => {
  const call = /\.set_cookie\s*\(/.exec(site.code);
  if (!call) return undefined;
  const open = site.start + call.index + call[0].length - 1;
  const close = closingBracket(site.text, open);
  const given = site.text.slice(open + 1, close);
  const off = pythonFlags.flatMap(([, written, pattern]) => {
    const match = pattern.exec(given);
    return match ? edit(site, open + 1 + match.index, match[0].length, written) : [];
  });
  const missing = addArguments(
    /\.set_cookie\s*\(/,
    pythonFlags.map(([pattern, written]) => [pattern, written] as [RegExp, string]),
  )(site);
  const edits = [...off, ...(missing ?? [])];
  return close < 0 || edits.length === 0 ? undefined : edits;
};

export const fixCookie: Fixer = (site) =>
  first(
    swap(
      [/(\.set(?:Secure|HttpOnly)\s*\(\s*)false/, '$1true'],
      [/(\bhttpOnly\s*:\s*)false/, '$1true'],
      [/^([^\S\n]*server\.servlet\.session\.cookie\.(?:secure|http-only)\s*=\s*)false/m, '$1true'],
      [/(\b(?:requireSSL|httpOnlyCookies)\s*=\s*")false"/, '$1true"'],
      [/(_COOKIE_(?:SECURE|HTTPONLY)\s*=\s*)False/, '$1True'],
      [/(\b(?:Secure|HttpOnly)\s*=\s*)false/, '$1true'],
    ),
    pythonCookie,
    swap([/(&?http\.Cookie\s*\{)/, '$1Secure: true, HttpOnly: true, ']),
    scriptSession,
  )(site);

/** Removes write access for others, and keeps read access if the rule allows it. */
export const fixPermissions: Fixer = (site) => {
  const match = /\b(0o?|)([67][67]6|7[67]7|757|667)\b/.exec(site.code);
  const [, prefix = '', digits = ''] = match ?? [];
  // The permissions that the umask removes are not granted.
  if (!match || /^\s*&\s*~/.test(site.code.slice(match.index + match[0].length))) return undefined;
  const kept = site.language === 'Python' ? 0 : 5;
  const rights = [...digits].map((digit, at) => (at === 0 ? digit : String(Number(digit) & kept))).join('');
  return edit(site, site.start + match.index, match[0].length, prefix + rights);
};

const debugOff = swap(
  [/(\bdebug\s*=\s*)True/, '$1False'],
  [/(DEBUG\s*=\s*|\["DEBUG"\]\s*=\s*|\['DEBUG'\]\s*=\s*)True/, '$1False'],
  [/(use_debugger\s*=\s*)True/, '$1False'],
  [/(include-stacktrace\s*[=:]\s*)always/, '$1never'],
  [/(<compilation\b[^>]*\bdebug\s*=\s*")true/, '$1false'],
  [/(<customErrors\b[^>]*\bmode\s*=\s*")Off/, '$1RemoteOnly'],
  [/(<trace\b[^>]*\benabled\s*=\s*")true/, '$1false'],
);

/** Without debug mode, Django only starts if its hosts are listed. */
export const fixDebug: Fixer = (site) =>
  /^ALLOWED_HOSTS\s*=\s*\[\s*\]/m.test(site.text) ? undefined : debugOff(site);

/** If a comment above says that the check is disabled on purpose, people have to decide. */
export const fixCertificate: Fixer = (site) => {
  const above = site.text.slice(0, site.start).split('\n').slice(-4, -1);
  if (above.some((line) => /^\s*(?:\/\/|#|\*).*(?:insecure|self-?signed|verif|unchecked)/i.test(line)))
    return undefined;
  // Whoever enables the option wants this.
  if (isBelowSwitch(site.text, site.start)) return undefined;
  return swap(
    [/(rejectUnauthorized\s*:\s*|strictSSL\s*:\s*)false/, '$1true'],
    [/(\bverify(?:_ssl)?\s*=\s*)False/, '$1True'],
    [/(InsecureSkipVerify\s*:\s*)true/, '$1false'],
    [/(check_hostname\s*=\s*)False/, '$1True'],
    [/(['"]verify(?:_peer(?:_name)?)?['"]\s*=>\s*)false/, '$1true'],
    [/(CURLOPT_SSL_VERIFYPEER\s*,\s*)(?:false|0)/i, '$1true'],
    [/(CURLOPT_SSL_VERIFYHOST\s*,\s*)(?:false|0)/i, '$12'],
    [/(danger_accept_invalid_(?:certs|hostnames)\s*\(\s*)true/, '$1false'],
    [/\bssl\._create_unverified_context\b/, 'ssl.create_default_context'],
  )(site);
};

/** For tar archives only: zip archives neither have nor need this argument. */
export const fixExtraction: Fixer = (site) =>
  /^[^\n]*\bzip/i.test(site.code) || !/\btarfile\b/.test(site.text)
    ? undefined
    : addArguments(/\.extractall\s*\(/, [[/filter\s*=/, "filter='data'"]])(site);
