import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
export const timing = {
  id: 'access/timing-comparison',
  source: 'code',
  impact: 'hygiene',
  confidence: 0.6,
  cwe: ['CWE-208'],
  description: 'The time of the comparison shows how much of a guess is right.',
  recommendation:
    'Use the constant-time comparison of the platform (timingSafeEqual, hmac.compare_digest, hash_equals, secure_compare).',
} as const;
const secretName = String.raw`\w*(?:secret|api_?key|access_?key|auth_?token|webhook_?(?:token|key)|admin_?token|signing_?key)\w*`;
const constant = /^(?:null|undefined|None|nil|true|false|True|False|\d|["'`]|\$?this\b|typeof\b|NULL\b)/;

/** Secrets that are not compared in constant time: computed message codes, keys from the environment. */
export const comparisonRules: readonly TextRule[] = [
  {
    ...timing,
    languages: [...js, 'Python', 'PHP', 'Ruby'],
    // The code is computed into a variable, which is compared later.
    pattern:
      /(\$?\b[A-Za-z_]\w*)\s*=(?![=>~])\s*(?:await\s+)?[^;\n=]{0,80}?\b(?:createHmac\s*\(|hmac\.new\s*\(|hash_hmac\s*\(|HMAC\.(?:hex|base64)?digest\s*\()/g,
    over: 'code',
    refine: (match, view) => {
      const end = (match.index ?? 0) + match[0].length;
      return lineOfComparison(view, end, match[1] ?? '');
    },
  },
  {
    ...timing,
    languages: [...js, 'Python', 'PHP', 'Ruby'],
    cwe: ['CWE-208', 'CWE-697'],
    pattern: new RegExp(
      String.raw`(?:[!=]==?|\bis(?:\snot)?\b)\s*(?:process\.env(?:\.|\[["'])|os\.environ(?:\.get\(|\[)["']|os\.getenv\(["']|getenv\(["']|ENV(?:\.fetch\(|\[)["']|settings\.|config(?:\.|\[["']))${secretName}|\bprocess\.env(?:\.|\[["'])${secretName}(?:["']\])?\s*[!=]==?`,
      'gi',
    ),
    refine: (match, view) => isRequested(view, match.index ?? 0, match[0].length),
  },
];

/** The line of the first comparison of the name with another value in the function. */
export function lineOfComparison(view: SourceView, from: number, name: string) {
  const around = view.functionAt(view.lineAt(from));
  const end = Math.min(around ? view.offsetOf(around.endLine + 1) : view.code.length, from + 2_000);
  const text = view.code.slice(from, end);
  const escaped = name.replace(/\$/g, '\\$&');
  const pattern = new RegExp(
    String.raw`(?<![\w$.])${escaped}(?![\w.\[(])\s*[!=]==?\s*([^\s)&|;]+)|((?:[\w$.?()>-]|\[[^\]\n]*\])+)\s*[!=]==?\s*${escaped}(?![\w.\[(])`,
    'g',
  );
  for (const found of text.matchAll(pattern)) {
    if (constant.test(found[1] ?? found[2] ?? '')) continue;
    const line = view.lineAt(from + found.index);
    return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
  }
  return false;
}

/** Whether the other side of the comparison comes from a request, directly or through a variable. */
function isRequested(view: SourceView, at: number, length: number): boolean {
  const line = view.lineAt(at);
  const text = view.withoutComments.slice(
    view.offsetOf(Math.max(1, line - 6)),
    Math.min(view.text.length, at + length + 200),
  );
  return /\breq(?:uest)?\b|\bheaders?\b|\bctx\.|\bparams\b|\bquery\b|\$_(?:GET|POST|SERVER|REQUEST)|\bc\.req\b|\bargs\b|_SERVER/.test(
    text,
  );
}
