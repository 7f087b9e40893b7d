import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];

/** Small habits of several languages: who is believed, what is compared, what is sent plainly. */
export const plainHabitRules: readonly TextRule[] = [
  {
    id: 'access/believed-cookie',
    title: 'Rights read from a cookie',
    languages: [...js, 'Python', 'PHP', 'Ruby'],
    pattern:
      /\b(?:req|request|ctx)\.(?:cookies|COOKIES)(?:\.get\(\s*|\.|\[\s*)["']?(?:user_?)?(?:role|is_?admin|admin|is_?staff|permissions?|access_?level|privileges?)\b|\$_COOKIE\[\s*["'](?:user_?)?(?:role|is_?admin|admin|permissions?|access_?level|privileges?)["']|(?<![\w.])cookies\[\s*[:"'](?:user_?)?(?:role|is_?admin|admin|permissions?|access_?level)\b(?!["']?\]\s*=[^=])/gi,
    impact: 'takeover',
    confidence: 0.65,
    cwe: ['CWE-807', 'CWE-565', 'CWE-290', 'CWE-285', 'CWE-863'],
    source: 'code',
    description: 'Whoever edits a cookie of his own browser gives himself the right.',
    recommendation: 'Keep rights on the server, with the session or in a token whose signature is checked.',
    refine: (match, view) =>
      // Whether there is one says nothing yet.
      !/\bisset\s*\(\s*$/.test(lineBefore(match, view)) &&
      // One that is shown or set is not believed.
      (/^[^\n;]{0,40}?(?:\)|\]|["'])?\s*(?:={2,3}|!={1,2}|\bin\b|\?\?|\|\||&&|\)\s*\{|\?|:\s*$)/.test(
        view.withoutComments.slice(
          (match.index ?? 0) + match[0].length,
          (match.index ?? 0) + match[0].length + 80,
        ),
      ) ||
        /\b(?:el)?(?:if|unless)\b[^\n]*$/.test(lineBefore(match, view))),
  },
  {
    id: 'reliability/compared-identity',
    title: 'Texts compared by identity',
    languages: ['Java'],
    // Constants of the compiler are one object; what is read or built is another.
    pattern: /[\w)\]] (?:==|!=) "[^"\n]*"(?=\s*(?:\)|;|&&|\|\||\?))/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-595', 'CWE-597'],
    source: 'code',
    description: 'Two texts of the same signs may be different objects, and then they are not equal here.',
    recommendation: 'Compare with equals.',
  },
  {
    id: 'reliability/used-when-null',
    title: 'What was found to be null is used all the same',
    languages: ['Java', 'C#'],
    over: 'code',
    pattern:
      /\bif \((\w+) == null\)\s*\{([^{}]{0,240})\}(?!\s*else)([^{}]{0,160}?)\b\1\s*\.\s*\w+|\b(\w+) (?:!= null &|== null \|)(?![&|])\s*!?\4\./g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476'],
    source: 'code',
    description: 'The branch for null goes on to code that needs the value.',
    recommendation: 'Leave the function in the branch for null, or give the variable a value there.',
    refine: usedWhenNull,
  },
  {
    id: 'transport/plain-protocol',
    title: 'Passwords sent to a directory in plain text',
    languages: ['Java', 'Kotlin'],
    pattern: /\bPROVIDER_URL\s*(?:,|\]\s*=)\s*"ldap:\/\/(?!localhost|127\.)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-319', 'CWE-522', 'CWE-523'],
    source: 'code',
    description: 'Anybody on the way reads the password of the bind.',
    recommendation: 'Use ldaps or StartTLS.',
    refine: (_match, view) => /SECURITY_CREDENTIALS/.test(view.code) && !/StartTls/i.test(view.code),
  },
  {
    id: 'access/weak-password-rule',
    title: 'Passwords may be very short',
    languages: ['C#'],
    pattern: /\bPassword\.RequiredLength\s*=\s*[1-7]\s*;/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-521'],
    source: 'code',
    description: 'Short passwords are guessed, online or from a stolen table.',
    recommendation: 'Ask for 12 signs or more, and refuse passwords from known lists.',
  },
  {
    id: 'access/fixed-signing-key',
    title: 'Sessions signed with a text that stands in the code',
    languages: ['Ruby'],
    pattern: /\bRack::Session::\w+\s*,[^;]{0,200}?\bsecret(?::|\s*=>)\s*(["'])([^"'\n#]{6,200})\1/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    source: 'code',
    description: 'Whoever reads the code can sign sessions of any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: atEnd,
  },
  {
    id: 'access/fixed-signing-key',
    title: 'Key that stands in the code',
    languages: js,
    pattern: /\bnew\s+TextEncoder\(\)\.encode\(\s*(["'`])([^"'`\n$]{6,200})\1\s*\)/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    source: 'code',
    description: 'Whoever reads the code can sign tokens for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: (match, view) =>
      /\b(?:SignJWT|jwtVerify|importKey)\b/.test(view.code) &&
      /(?:key|secret)\w*\s*(?::\s*\w+\s*)?=\s*$|(?:sign|jwtVerify|importKey)\s*\([^)]*$/i.test(
        view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 80), match.index),
      ),
  },
  {
    id: 'access/loose-comparison',
    title: 'Hash compared as a number may be',
    languages: ['PHP'],
    pattern: /(\$\w+)\s*=\s*(?:md5|sha1)\s*\(/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-697', 'CWE-1254', 'CWE-208'],
    source: 'code',
    description:
      'Texts such as `0e1234` are equal here because both are read as the number 0, and the time tells how much of a guess is right.',
    recommendation: 'Compare with hash_equals.',
    refine: looselyCompared,
  },
  {
    id: 'crypto/predictable-token',
    title: 'Token made of the time',
    languages: [...js, 'Python', 'PHP', 'Ruby', 'Java', 'Kotlin', 'C#'],
    pattern:
      /(?<![\w.])\$?(?:\w*_)?(?:reset_?|session_?|access_?|api_?|auth_?|csrf_?|invite_?|activation_?)?(?:token|otp|nonce|session_?id|reset_?code)\s*(?::\s*\w+\s*)?=(?!=)\s*[^\n;=]{0,60}?\b(?:time\.time\(\)|Date\.now\(\)|System\.(?:currentTimeMillis|nanoTime)\(\)|microtime\(|DateTime(?:Offset)?\.(?:Utc)?Now\b|Time\.now|uuid1\(\))[^\n;]{0,60}/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-330', 'CWE-340', 'CWE-338', 'CWE-640'],
    source: 'code',
    description: 'Whoever knows about when it was made tries the few values that it may be.',
    recommendation: 'Draw 128 bits from the cryptographic generator of the platform.',
    refine: (match) =>
      !/random|secrets\.|urandom|SecureRandom|hmac|sign|encode\(|expir|\bttl\b|timeout/i.test(match[0]),
  },
];

function lineBefore(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  return view.withoutComments.slice(view.withoutComments.lastIndexOf('\n', at) + 1, at);
}

function usedWhenNull(match: RegExpMatchArray, view: SourceView) {
  const [, name, branch = '', between = ''] = match;
  const here = atEnd(match, view);
  if (name === undefined) return here;
  const set = new RegExp(String.raw`\b${name}\s*=(?!=)|\b${name}\s*[!=]=\s*null`);
  const leaves =
    /\b(?:return|throw|continue|break|goto|yield|exit|fail\w*|abort|assert\w*|error\w*|\w*Throw\w*)\b/i.test(
      branch,
    );
  return !leaves && !set.test(branch) && !set.test(between) && here;
}

/** The finding stands where the match ends. */
function atEnd(match: RegExpMatchArray, view: SourceView) {
  const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}

/** Where the hash is compared with another variable by two signs in the same function. */
function looselyCompared(match: RegExpMatchArray, view: SourceView) {
  const from = (match.index ?? 0) + match[0].length;
  const around = view.functionAt(view.lineAt(from));
  const end = Math.min(around ? view.offsetOf(around.endLine + 1) : view.code.length, from + 1_500);
  const name = match[1]!.replace('$', '\\$');
  const found = new RegExp(
    String.raw`${name}\s*[!=]=(?!=)\s*\$\w|\$[\w>\[\]'"-]+\s*(?<![!=])[!=]=(?!=)\s*${name}(?!\w)`,
  ).exec(view.code.slice(from, end));
  if (found === null) return false;
  const line = view.lineAt(from + found.index);
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}
