import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const js = [...jsLanguages];

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
export const plainHabitRules: readonly TextRule[] = [
  {
    id: 'access/believed-cookie',
    languages: [...js, 'Python', 'PHP', 'Ruby'],
    pattern:
      /\b(?:req|request|ctx)\.(?:cookies|COOKIES)(?:\.get\(\s*|\.|\[\s*)["']?(?:user_?)?(?:role|is_?admin|admin|is_?staff|permissions?|access_?level|privileges?)\b|\$_COOKIE\[\s*["'](?:user_?)?(?:role|is_?admin|admin|permissions?|access_?level|privileges?)["']|(?<![\w.])cookies\[\s*[:"'](?:user_?)?(?:role|is_?admin|admin|permissions?|access_?level)\b(?!["']?\]\s*=[^=])/gi,
    impact: 'takeover',
    confidence: 0.65,
    cwe: ['CWE-807', 'CWE-565', 'CWE-290', 'CWE-285', 'CWE-863'],
    source: 'code',
    description: 'Anybody who edits a cookie in their own browser can give themselves the permission.',
    recommendation:
      'Keep permissions on the server, with the session or in a token whose signature is checked.',
    refine: (match, view) =>
      // Checking whether it exists decides nothing yet.
      !/\bisset\s*\(\s*$/.test(lineBefore(match, view)) &&
      // A value that is shown or assigned is not trusted.
      (/^[^\n;]{0,40}?(?:\)|\]|["'])?\s*(?:={2,3}|!={1,2}|\bin\b|\?\?|\|\||&&|\)\s*\{|\?|:\s*$)/.test(
        view.withoutComments.slice(
          (match.index ?? 0) + match[0].length,
          (match.index ?? 0) + match[0].length + 80,
        ),
      ) ||
        /\b(?:el)?(?:if|unless)\b[^\n]*$/.test(lineBefore(match, view))),
  },
  {
    id: 'reliability/used-when-null',
    languages: ['Java', 'C#'],
    over: 'code',
    pattern:
      /\bif \((\w+) == null\)\s*\{([^{}]{0,240})\}(?!\s*else)([^{}]{0,160}?)\b\1\s*\.\s*\w+|\b(\w+) (?:!= null &|== null \|)(?![&|])\s*!?\4\./g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476'],
    source: 'code',
    description: 'The branch for null continues with code that needs the value.',
    recommendation: 'Return from the function in the branch for null, or give the variable a value there.',
    refine: usedWhenNull,
  },
  {
    id: 'crypto/predictable-token',
    languages: [...js, 'Python', 'PHP', 'Ruby', 'Java', 'Kotlin', 'C#'],
    pattern:
      /(?<![\w.])\$?(?:\w*_)?(?:reset_?|session_?|access_?|api_?|auth_?|csrf_?|invite_?|activation_?)?(?:token|otp|nonce|session_?id|reset_?code)\s*(?::\s*\w+\s*)?=(?!=)\s*[^\n;=]{0,60}?\b(?:time\.time\(\)|Date\.now\(\)|System\.(?:currentTimeMillis|nanoTime)\(\)|microtime\(|DateTime(?:Offset)?\.(?:Utc)?Now\b|Time\.now|uuid1\(\))[^\n;]{0,60}/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-330', 'CWE-340', 'CWE-338', 'CWE-640'],
    source: 'code',
    description: 'Whoever knows roughly when it was made can try the few possible values.',
    recommendation: 'Take 128 bits from the cryptographic generator of the platform.',
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

/** Places the finding at the end of the match. */
export function atEnd(match: RegExpMatchArray, view: SourceView) {
  const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}
