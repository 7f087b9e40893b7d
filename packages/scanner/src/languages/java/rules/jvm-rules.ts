import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAt } from '../../shared/rules/file-rules.ts';

const java = { languages: ['Java'], source: 'code', over: 'code' } as const;
const kotlin = { languages: ['Kotlin'], source: 'code', over: 'code' } as const;
const both = { languages: ['Java', 'Kotlin'], source: 'code', over: 'code' } as const;

/** Sessions, files, records and framework settings in Java and Kotlin. */
export const jvmRules: readonly TextRule[] = [
  {
    ...both,
    id: 'access/session-fixation',
    over: 'withoutComments',
    pattern:
      /\.setAttribute\s*\(\s*"(?:user(?:name|_?id)?|account|principal|logged_?in|auth\w*|current_?user)"\s*,/gi,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-384'],
    description: 'An attacker who planted a session id in the browser earlier is signed in with it too.',
    recommendation: 'Call changeSessionId, or invalidate the session, before you store the user in it.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return (
        /[sS]ession/.test(view.lineText(view.lineAt(match.index ?? 0))) &&
        /authenticat|passw|login|credential|signIn/i.test(body) &&
        !/changeSessionId|\.invalidate\s*\(|migrateSession|newSession/.test(body)
      );
    },
  },
  {
    ...java,
    id: 'access/logged-secret',
    over: 'withoutComments',
    pattern:
      /\b(?:_?log(?:ger)?|LOG(?:GER)?|System\.out)\.(?:trace|debug|info|warn|error|fine|finer|finest|severe|warning|log|println|printf)\s*\([^\n;]{0,200}?(?:[+,]\s*)(?:\w+\.)?(?:get)?(?:password|passwd|pwd|passphrase|creditCard\w*|cvv|secretKey|privateKey)\b(?:\(\))?\s*[+,)]/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-532', 'CWE-312'],
    description:
      'Logs are kept for a long time and many people read them, and the secret is in them in plain text.',
    recommendation: 'Do not log it.',
  },
  {
    ...java,
    id: 'access/logged-secret',
    over: 'code',
    // A servlet has its own method named log.
    pattern:
      /\b(?:_?log(?:ger)?|LOG(?:GER)?|System\.out)(?:\.(?:trace|debug|info|warn|error|fine|finer|finest|severe|warning|log|println|printf))?\s*\([^\n;]{0,200}?\b(?:\w*[sS]ession|getSession\((?:true|false)?\))\.getId\(\)/g,
    needs: /\bHttpSession\b|\bgetSession\(/,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-532'],
    description: 'Anybody who reads the log can use the session as its user for as long as it lasts.',
    recommendation: 'Log a hash of it, or an id of the request.',
  },
  {
    ...java,
    id: 'access/logged-secret',
    over: 'code',
    pattern:
      /\b\w+\.print(?:ln|f)?\s*\([^\n;]{0,200}?\b(?:\w*[sS]ession|getSession\((?:true|false)?\))\.getId\(\)/g,
    needs: /\bSystem\.err\b/,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-535', 'CWE-532'],
    description:
      'What a program writes to its error stream is kept like a log, and anybody who reads it can use the session.',
    recommendation: 'Do not write it, or write a hash of it.',
    refine: (match, view) => /\bSystem\.err\b/.test(bodyAt(view, match.index ?? 0)),
  },
  {
    ...both,
    id: 'access/open-permissions',
    over: 'withoutComments',
    pattern:
      /\bfromString\s*\(\s*"[rwx-]{7}w[x-]"\s*\)|\bPosixFilePermission\.OTHERS_WRITE\b|\.set(?:Writable|Readable|Executable)\s*\(\s*true\s*,\s*false\s*\)/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any account on the machine can change the file.',
    recommendation: 'Give permissions to the owner only (rw-------).',
    refine: (match, view) =>
      !/[!=]=|\.contains\s*\(|\.remove\s*\(/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...both,
    id: 'reliability/unchecked-product',
    over: 'withoutComments',
    pattern:
      /\bint\s+(\w+)\s*=\s*Integer\.(?:parseInt|valueOf)\s*\([^;\n]{0,120}\bgetParameter\s*\([^;\n]*\)\s*;|\bval\s+(\w+)\s*=\s*[^\n]{0,120}\.toInt\(\)/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190'],
    description: 'A large number wraps around to a small or negative one.',
    recommendation: 'Use Math.multiplyExact, or bound the number first.',
    refine: (match, view) => {
      const name = plain(match[1] ?? match[2]);
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`(?:=|return|\(|,)\s*(?:${name}\s*\*\s*[\w.]+|[\w.]+\s*\*\s*${name}\b)`,
      ).exec(rest);
      if (!use || (match[2] !== undefined && !/call\.|getParameter|@RequestParam/.test(match[0])))
        return false;
      if (
        new RegExp(
          String.raw`\b${name}\s*[<>]|[<>]=?\s*${name}\b|coerce|Math\.(?:min|max|clamp)\s*\([^;]*${name}`,
        ).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index + 2);
    },
  },
  {
    ...both,
    id: 'access/unguarded-admin',
    over: 'withoutComments',
    pattern:
      /\b(?:requestMatchers|antMatchers|mvcMatchers|pathMatchers)\s*\([^()\n]{0,120}"\/(?:[\w-]+\/)*(?:admin|actuator|management)\b(?!\/(?:health|info|login))[^()\n]{0,120}\)\s*\.permitAll\s*\(\s*\)|\bauthorize\s*\(\s*"\/(?:[\w-]+\/)*(?:admin|actuator|management)\b(?!\/(?:health|info|login))[^"\n]{0,60}"\s*,\s*permitAll\b/g,
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-862', 'CWE-306', 'CWE-285'],
    description: 'Anybody who knows the address can read and change what is meant for administrators.',
    recommendation: 'Require a role (hasRole).',
    refine: (match) => !/actuator\/(?:health|info)|login/.test(match[0]),
  },
  {
    ...kotlin,
    id: 'access/cookie-flags',
    pattern: /\bcookie\.(?:secure|httpOnly)\s*=\s*false\b/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
    recommendation: 'Leave both on.',
  },
  {
    ...kotlin,
    id: 'access/any-origin',
    pattern: /\binstall\s*\(\s*CORS\s*\)\s*\{[^}]{0,600}?\banyHost\s*\(\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'A page of another site can read with the permissions of its visitor.',
    recommendation: 'List the hosts with allowHost.',
    refine: (match, view) => fromLast(match, view, 0),
  },
  {
    ...kotlin,
    id: 'access/csrf-disabled',
    pattern: /\bcsrf\s*\{\s*(?:it\s*\.\s*)?disable\s*\(\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-352'],
    description: 'A page of another site can send requests with the cookie of its visitor.',
    recommendation: 'Leave it on if browsers sign in with a cookie.',
    refine: (_match, view) =>
      !/STATELESS|oauth2ResourceServer|httpBasic\s*\{/.test(view.code) || /formLogin/.test(view.code),
  },
  {
    ...kotlin,
    id: 'crypto/weak-random',
    pattern:
      /\bRandom(?:\.Default)?\.next\w+\s*\(|(?<!Secure)\bRandom\s*\([^)\n]{0,40}\)\.next\w+\s*\(|\.random\s*\(\s*\)/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-330', 'CWE-338'],
    description: 'The numbers of this generator can be predicted from a few of them.',
    recommendation: 'Use SecureRandom for tokens, keys and passwords.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const text = `${around?.name ?? ''} ${view.lineText(view.lineAt(match.index ?? 0))}`;
      return (
        /token|secret|passw|session|nonce|salt|otp|\bpin\b|reset|verification|api_?key/i.test(text) &&
        !/asJavaRandom|SecureRandom/.test(view.code)
      );
    },
  },
  {
    ...both,
    id: 'access/forwarded-intent',
    pattern:
      /\b(\w+)\s*=\s*(?:\(\s*Intent\s*\)\s*)?(?:get)?[iI]ntent(?:\(\))?\??\s*\.\s*(?:extras\??\s*\.\s*)?get(?:ParcelableExtra|Parcelable)\b[^;\n]*/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-926', 'CWE-927', 'CWE-925'],
    description: 'Another application can reach private parts of this one, with the permissions of this one.',
    recommendation: 'Start only intents that were created here, or check the component that they name.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\b(?:startActivity\w*|startService|sendBroadcast|bindService|setResult)\s*\([^;\n]{0,60}\b${plain(match[1])}\b`,
      ).exec(rest);
      return (
        use !== null &&
        !/resolveActivity|\.component|getComponent|\.packageName/.test(rest.slice(0, use.index)) &&
        fromLast(match, view, use.index + 1)
      );
    },
  },
  {
    ...both,
    id: 'access/archive-extraction',
    pattern:
      /\bFile\s*\(\s*\w+\s*,\s*(\w+)\.(?:name|getName\(\))\s*\)|\.resolve\s*\(\s*(\w+)\.(?:name|getName\(\))\s*\)/g,
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-22'],
    description: 'Entries with `..` or links in an archive are written outside the target folder.',
    recommendation: 'Check each entry against the target folder before you write it.',
    refine: (match, view) => isUncheckedEntry(match, view),
  },
];

function isUncheckedEntry(match: RegExpMatchArray, view: SourceView): boolean {
  const body = wholeBody(match, view);
  const name = plain(match[1] ?? match[2]);
  return (
    view.file.language === 'Kotlin' &&
    /\b(?:Zip|Jar|Tar\w*)(?:Archive)?InputStream\b|\bZipFile\b|\bnextEntry\b/.test(body) &&
    new RegExp(String.raw`\b${name}\b`).test(bodyBefore(match, view)) &&
    !/canonical|normalize|startsWith|toRealPath|contains\s*\(\s*"\.\./.test(
      view.withoutComments.slice(
        view.offsetOf(view.functionAt(view.lineAt(match.index ?? 0))?.line ?? 1),
        view.offsetOf((view.functionAt(view.lineAt(match.index ?? 0))?.endLine ?? 0) + 1),
      ),
    )
  );
}
