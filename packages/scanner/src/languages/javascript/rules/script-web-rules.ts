import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

const languages = [...jsLanguages];

/** Settings and mistakes in web applications in JavaScript and TypeScript, on the server and in the browser. */
export const scriptWebRules: readonly TextRule[] = [
  {
    id: 'access/error-details',
    languages,
    pattern:
      /\.(?:send|json|end|write|html|text|render)\s*\(\s*(?:\{[^{}]{0,200}?:\s*|`[^`]{0,80}\$\{|["'][^"'\n]{0,80}["']\s*[,+]\s*)?(\w+)\??\.stack\b|\bbody\s*=\s*(\w+)\??\.stack\b/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-209'],
    source: 'code',
    description: 'Paths, versions and pieces of code in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
    refine: (match, view) => answers(view, match) && !isDevelopment(view, match.index ?? 0),
  },
  {
    id: 'access/cookie-flags',
    languages,
    pattern: /\bcookie\s*:\s*\{[^{}]{0,300}?\b(?:httpOnly|secure)\s*:\s*false\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-614', 'CWE-1004', 'CWE-319'],
    source: 'code',
    description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
    recommendation: 'Set secure, httpOnly and sameSite.',
    refine: (match, view) => {
      const offset = (match.index ?? 0) + match[0].length - 1;
      const line = view.lineAt(offset);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/cookie-same-site',
    languages,
    pattern: /\bsameSite\s*:\s*["']none["']/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-1275'],
    source: 'code',
    description: 'Browsers add it to requests from other sites, which then act in the name of the user.',
    recommendation: 'Use lax or strict, or check a token on requests that change data.',
  },
  {
    id: 'access/open-cors',
    languages,
    pattern:
      /\bcors\s*:\s*\{[^{}]{0,200}?\borigin\s*:\s*(?:["']\*["']|true)|\bcors\s*\(\s*\{[^{}]{0,200}?\borigin\s*:\s*["']\*["']/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    source: 'code',
    description: 'Any site that somebody visits can connect and read the responses of this service.',
    recommendation: 'List the allowed sites.',
    refine: (match, view) =>
      !/credentials\s*:\s*true/.test(callText(view, match.index ?? 0)) || { impact: 'weakening' },
  },
  {
    id: 'access/unverified-token',
    languages,
    pattern:
      /\b(?:jwt|jsonwebtoken|JWT)\.decode\s*\(\s*[\w.[\]?]+|\b(?:jose\.)?decodeJwt\s*\(\s*[\w.[\]?]+/gi,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-347', 'CWE-345'],
    source: 'code',
    description: 'Anybody can forge a token for any user.',
    recommendation: 'Verify the signature with one fixed algorithm before you read the claims.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'code') : view.code;
      // A browser reads its own token only for display.
      const isServed = /(?:req|ctx|event|headers?|cookies?|auth|token|bearer)\w*$/i.test(match[0]);
      return (
        (isServed || /\b(?:req|request|ctx)\.(?:headers|cookies|get\(|header\()|authorization/i.test(body)) &&
        (/jsonwebtoken/.test(view.text) ||
          (/decodeJwt/.test(match[0]) && /["']jose["']/.test(view.text)) ||
          // This library verifies unless its third argument says otherwise.
          (/jwt-simple/.test(view.text) &&
            /^[^,]+,[^,]+,\s*(?!false\b|null|undefined|(["'])\1)["'\w]/.test(
              callText(view, match.index ?? 0),
            ))) &&
        !/\bverify\w*\s*\(|kid\b|\bcomplete\s*:\s*true/.test(body) &&
        // It is decoded to find the key with which the same file verifies it.
        !/\b(?:jwt|jsonwebtoken)\.verify\s*\(/i.test(view.code)
      );
    },
  },
  {
    id: 'access/unchecked-upload',
    languages,
    pattern: /\bmulter\s*\(\s*\{/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-434', 'CWE-400'],
    source: 'code',
    description: 'Any kind of file is stored, and if the folder is served, browsers run what is in it.',
    recommendation: 'Set fileFilter and limits, and keep uploads outside the served folder.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      if (/fileFilter|\.\.\./.test(call)) return false;
      const shown = view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + 200);
      return /dest\s*:\s*["'`][^"'`]*(?:public|static|www|uploads?)/.test(shown)
        ? { impact: 'weakening' }
        : true;
    },
  },
  {
    id: 'crypto/few-rounds',
    languages,
    pattern:
      /\bbcrypt(?:js)?\.(?:genSalt(?:Sync)?\s*\(\s*([1-8])\s*[,)]|hash(?:Sync)?\s*\(\s*[\w.]{1,60}\s*,\s*([1-8])\s*[,)])/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    source: 'code',
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use a cost of at least 10.',
  },
  {
    id: 'crypto/few-rounds',
    languages,
    pattern: /\bargon2\s*\.\s*hash\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-916'],
    source: 'code',
    description:
      'argon2d leaks information through its memory accesses, and argon2i is weaker against guessing.',
    recommendation: 'Leave the type out, or use argon2id, with at least 19 MiB and two iterations.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      const name = /,\s*(\w+)\s*$/.exec(call)?.[1];
      const before = view.withoutComments.slice(0, match.index);
      const options =
        name === undefined
          ? call
          : before.slice(
              Math.max(0, before.search(new RegExp(String.raw`\b${name}\s*=\s*\{(?![\s\S]*\b${name}\s*=)`))),
            );
      return /\btype\s*:\s*(?:argon2\s*\.\s*)?argon2[id]\b/.test(options.slice(0, 400));
    },
  },
  {
    id: 'crypto/fixed-key',
    languages,
    pattern:
      /\b(?:createCipheriv|createDecipheriv)\s*\(\s*[^,()\n]{1,80},\s*(?:Buffer\.from\s*\(\s*)?((["'`])[^"'`\n$]{4,120}\2|[A-Za-z_]\w{1,40})\s*[,)]|\b(?:AES|DES|TripleDES)\.(?:encrypt|decrypt)\s*\(\s*[^,()\n]{1,80},\s*((["'])[^"'\n]{4,120}\4|[A-Za-z_]\w{1,40})\s*[,)]/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-321', 'CWE-798'],
    source: 'code',
    description: 'Anybody who reads the code can decrypt what was encrypted.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: (match, view) => {
      const value = resolveConstant(match[1] ?? match[3] ?? '', match.index ?? 0, view);
      return value !== undefined && value.length >= 4;
    },
  },
  {
    id: 'crypto/fixed-salt',
    languages,
    pattern: /\b(?:pbkdf2|scrypt)(?:Sync)?\s*\(\s*[^,()\n]{1,80},\s*(["'`])[^"'`$\n]{1,80}\1\s*,/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-760', 'CWE-916'],
    source: 'code',
    description: 'Guesses run against all records at once, and tables can be computed in advance.',
    recommendation: 'Generate a salt for each record and store it with the hash.',
  },
  {
    id: 'access/stored-in-browser',
    languages,
    pattern:
      /\b(?:local|session)Storage\.setItem\s*\(\s*["'`][^"'`\n]{0,40}(?:token|jwt|secret|passw|credential|api_?key)|\b(?:local|session)Storage\.(?:\w*[tT]oken|jwt|password)\s*=(?!=)/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-922', 'CWE-312'],
    source: 'code',
    description: 'A single injected script can steal it, and it stays after the browser is closed.',
    recommendation: 'Keep the session in a cookie with httpOnly.',
  },
  {
    id: 'access/message-to-all',
    languages,
    pattern: /\.postMessage\s*\(\s*([^;\n]{1,200}),\s*["']\*["']/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-346', 'CWE-345', 'CWE-201', 'CWE-359'],
    source: 'code',
    description: 'Whatever site is in that window by then can read it.',
    recommendation: 'Specify the origin of the receiver.',
    refine: (match) =>
      !/token|secret|passw|session|credential|auth|jwt/i.test(match[1] ?? '') || { impact: 'weakening' },
  },
  {
    id: 'access/secret-in-address',
    languages,
    needs: /[?&](?:password|passwd|pwd|token|access_token|api_?key|secret)=(?:\$\{|["']\s*\+)/i,
    pattern:
      /["'`][^"'`\n]{0,200}[?&](?:password|passwd|pwd|token|access_token|api_?key|secret)=(?:\$\{|["']\s*\+)/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-598', 'CWE-200'],
    source: 'code',
    description: 'Addresses end up in logs, histories and the Referer header.',
    recommendation: 'Send it in a header or in the body.',
  },
];

function answers(view: SourceView, match: RegExpMatchArray): boolean {
  const before = view.code.slice(Math.max(0, (match.index ?? 0) - 60), match.index);
  return !/\b(?:console|log(?:ger)?|process\.std\w+|JSON|sentry|span|socket|stream)\s*$/i.test(before);
}

function isDevelopment(view: SourceView, offset: number): boolean {
  return /NODE_ENV|isDev|isProd|development|debug\b/i.test(
    view.withoutComments.slice(Math.max(0, offset - 250), offset + 80),
  );
}
