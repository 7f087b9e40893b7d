import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = { languages: [...jsLanguages], source: 'code' } as const;
const python = { languages: ['Python'], source: 'code' } as const;
const ruby = { languages: ['Ruby'], source: 'code' } as const;

/** Parts of statements for which there are no parameters, and what makes a part safe. */
const harmlessPart =
  /table|column|quote|connection|sanitize|to_i\b|\bid\b|_ids?\b|count|size|limit|offset|sql/i;

const openEnvironment = {
  impact: 'disclosure',
  confidence: 0.75,
  cwe: ['CWE-497', 'CWE-200', 'CWE-526'],
  description: 'Keys and passwords of the service stand in its environment, and whoever asks gets them.',
  recommendation: 'Answer the few values that the client needs, by name.',
} as const;

/** What web applications in Ruby, Python and script give away of their own. */
export const applicationHabits: readonly TextRule[] = [
  {
    ...js,
    ...openEnvironment,
    id: 'access/open-environment',
    title: 'The whole environment is answered',
    pattern:
      /(?:\b\w+\s*:\s*|\b(?:json|send|end|write|stringify)\s*\(\s*)process\.env\s*(?=[,})\n])(?!\s*\)\s*\.parse)/g,
    over: 'code',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const around = view.functionAt(view.lineAt(at));
      if (!around) return false;
      const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
      // Given to a program that is started, or to a template of the server's own, it stays here.
      if (/\b(?:spawn|exec\w*|fork|execa|render|Worker|webpack|defineConfig)\s*\(/.test(body)) return false;
      return /\b(?:res|response|reply|ctx|c)\.(?:status\([^()]*\)\s*\.)?(?:json|send|end|write|body\s*=)/.test(
        body,
      );
    },
  },
  {
    ...js,
    id: 'access/open-cors',
    title: 'Whatever site asks may read answers in the name of its visitors',
    pattern:
      /\{[^{}]{0,200}?\borigin\s*:\s*true\b[^{}]{0,200}?\bcredentials\s*:\s*true\b|\{[^{}]{0,200}?\bcredentials\s*:\s*true\b[^{}]{0,200}?\borigin\s*:\s*true\b/g,
    needs: /\bcors\b/i,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description:
      'The origin that asks is sent back, and with it the cookies of whoever visits that site count.',
    recommendation: 'List the origins that may.',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].search(/\borigin\s*:/));
      return { line, snippet: view.lineText(line) };
    },
  },
  {
    ...python,
    ...openEnvironment,
    id: 'access/open-environment',
    title: 'The whole environment is answered',
    pattern:
      /\b(?:jsonify|JsonResponse|JSONResponse|HttpResponse|make_response|Response)\s*\(\s*(?:dict|str|repr)?\s*\(?\s*os\.environ\s*\)|\breturn\s+(?:dict|str|repr)\s*\(\s*os\.environ\s*\)\s*$/gm,
    over: 'code',
    refine: (_, view) => /\b(?:flask|django|fastapi|bottle|aiohttp|starlette)\b/.test(view.text),
  },
  {
    ...js,
    id: 'access/cookie-flags',
    title: 'Cookie written out without its flags',
    pattern: /["'`]Set-Cookie["'`]\s*[,:]\s*\[?\s*(["'`])((?:\\.|(?!\1)[^\n]){3,300})\1/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Without these flags the cookie travels over plain http and can be read by script.',
    recommendation: 'Add Secure, HttpOnly and SameSite.',
    refine: ({ 2: cookie, index = 0 }, view) => {
      const text = cookie ?? '';
      if (
        /(?:expect\w*|assert\w*|equal\w*|match\w*)\s*\(\s*$/.test(
          view.code.slice(Math.max(0, index - 40), index),
        )
      )
        return false;
      if (!/^[^;]*(?:sess|sid|token|auth|jwt|user|login|\$\{)[^;]*(?:;|$)/i.test(text)) return false;
      if (/max-age=0|expires=Thu, 01 Jan 1970|=\s*;/i.test(text)) return false;
      const lacks = ['Secure', 'HttpOnly'].filter((flag) => !new RegExp(`;\\s*${flag}\\b`, 'i').test(text));
      // A flag may be in a part that is put in.
      if (/;[^=]*\$\{/.test(text)) return false;
      return lacks.length > 0 && { cwe: lacks.map((flag) => (flag === 'Secure' ? 'CWE-614' : 'CWE-1004')) };
    },
  },
  {
    ...python,
    id: 'access/session-cookie',
    title: 'Session cookie that every script reads',
    pattern:
      /\b\w*(?:Cookie|Redis|Memcached|Mongo)\w*Storage\s*\([^()\n]{0,200}\b(?:httponly\s*=\s*False|secure\s*=\s*False)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-1004'],
    description: 'Script in a page, or a listener on a plain connection, gets at the session.',
    recommendation: 'Leave httponly on, and set secure=True.',
    refine: ([call]) => ({ cwe: [/httponly\s*=\s*False/.test(call) ? 'CWE-1004' : 'CWE-614'] }),
  },
  {
    ...ruby,
    id: 'access/session-cookie',
    title: 'Session cookie without one of its protections',
    pattern:
      /\bsession_store[\s,(]+:\w+[^\n]{0,200}?\b(?:(httponly|http_only)|secure)(?::|["']?\s*=>)\s*false\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-614'],
    description: 'Script in a page, or a listener on a plain connection, gets at the session.',
    recommendation: 'Leave httponly on, and set secure to true in production.',
    refine: ([, readable]) => ({ cwe: [readable === undefined ? 'CWE-614' : 'CWE-1004'] }),
  },
  {
    ...ruby,
    id: 'access/escaping-off',
    title: 'Markup stands as it is in JSON',
    pattern: /\bescape_html_entities_in_json\s*=\s*false\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Values with </script> in them end the script of a page that JSON is put into.',
    recommendation: 'Leave it on.',
  },
  {
    ...ruby,
    id: 'injection/sql',
    title: 'Statement put together from parts',
    pattern:
      /\b(?:where|having|find_by_sql|order|reorder|select|group|joins|from|pluck|exists\?|update_all|delete_all)[\s(]\s*"[^"\n]{0,200}#\{\s*(?:params\[)?:?([a-z_]\w*)\]?\s*\}/g,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-89'],
    description: 'A value with a quotation mark in it becomes part of what the database runs.',
    recommendation: 'Give the value as a parameter; choose columns and directions from a list.',
    refine: (match, view) => {
      const name = match[1] ?? '';
      if (!/ActiveRecord|ApplicationRecord|(?:^|\/)app\/(?:models|controllers)\//.test(view.text + view.path))
        return false;
      if (harmlessPart.test(name)) return false;
      const before = view.code.slice(Math.max(0, (match.index ?? 0) - 1_500), match.index);
      // A parameter of the method or lambda around that nothing looks at before.
      const header = [...before.matchAll(/\bdef\s+[\w.?!]+[ (]([^)\n]*)|->\s*\(([^)\n]*)\)/g)].at(-1);
      if (!header || !new RegExp(String.raw`\b${name}\b`).test(header[1] ?? header[2] ?? '')) return false;
      const looked = String.raw`include\?\s*\(?\s*${name}\b|\b${name}\s*=[^=~]|case\s+${name}\b|\b${name}\.to_sym`;
      return !new RegExp(looked).test(before.slice(header.index + header[0].length));
    },
  },
  {
    languages: ['Go'],
    source: 'code',
    id: 'access/any-origin',
    title: 'Pages of every origin may read the answers',
    pattern: /\.(?:Set|Add|Header)\s*\(\s*"Access-Control-Allow-Origin"\s*,\s*"\*"\s*\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Whatever is answered to someone who is let in by address or network is open to any page.',
    recommendation: 'Name the origins that may read the answers.',
  },
  {
    languages: ['PHP'],
    source: 'code',
    id: 'access/evaluated-field',
    title: 'A field of an object is run as code',
    pattern: /\beval\s*\(\s*\$this\s*->\s*\w+\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-95', 'CWE-94'],
    description: 'Whoever gets to fill the field, for one by an object that is read back, runs code.',
    recommendation: 'Call a method that is chosen from a fixed list.',
  },
  {
    languages: [...jsLanguages, 'Python', 'PHP', 'Ruby', 'Go', 'Java'],
    source: 'code',
    id: 'access/client-chosen-address',
    title: 'Address of the client taken from a header that it writes',
    pattern:
      /\b(?:ip|ip_?addr(?:ess)?|client_?ip|remote_?(?:ip|addr)|user_?ip)\s*(?::=|=(?!=))\s*[^\n;]{0,80}?["'](?:http_)?x[-_]forwarded[-_]for["']/gi,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-348', 'CWE-290', 'CWE-807'],
    description:
      'With another value in each request the client is always somebody else: past limits, lists and logs.',
    recommendation: 'Take the address of the connection, or what a known proxy in front says.',
    refine: (_, view) =>
      /rate_?limit|throttl|attempts?\b|blocked|whitelist|allow_?list|banned|brute/i.test(view.code) &&
      !/trusted_?prox/i.test(view.code),
  },
];
