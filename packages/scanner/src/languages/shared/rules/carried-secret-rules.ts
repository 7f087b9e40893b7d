import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const base = { source: 'code' } as const;
const secret = `(?:password|passwd|pwd|passphrase|current_?password|new_?password|credit_?card(?:_?number)?|cvv|ssn)`;

/** Secrets in URLs, and downloaded programs that others can change in transit. */
export const carriedSecretRules: readonly TextRule[] = [
  {
    ...base,
    id: 'access/secret-in-address',
    languages: [...jsLanguages, 'Python', 'PHP', 'Go', 'Java', 'Kotlin'],
    pattern: new RegExp(
      String.raw`\b(?:req|request)\.query(?:\??\.|\[\s*["'])${secret}\b|\$_GET\s*\[\s*["']${secret}["']\s*\]|\brequest\.(?:args|GET|query_params)(?:\.get\s*\(\s*|\[\s*)["']${secret}["']|\bURL\.Query\(\)\.Get\(\s*"${secret}"`,
      'gi',
    ),
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-598', 'CWE-200'],
    description: 'Addresses end up in logs, histories and the Referer header.',
    recommendation: 'Take it from the body of a POST request.',
  },
  {
    ...base,
    id: 'transport/plain-download',
    pattern:
      /["'`]((?:http|ftp):\/\/(?!localhost|127\.|\[)[^\s"'`<>]{3,200}\.(?:exe|msi|dmg|pkg|deb|rpm|apk|appimage|jar|bat|cmd|ps1|sh|py|rb))["'`]/gi,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-494', 'CWE-319', 'CWE-829'],
    description: 'Anybody on the network path can replace the program, and the replacement is run.',
    recommendation: 'Fetch it over https, and check its digest before you run it.',
    refine: (match, view) => {
      const line = view.lineAt(match.index ?? 0);
      const around = view.withoutComments.slice(
        view.offsetOf(Math.max(1, line - 2)),
        view.offsetOf(line + 6),
      );
      return /\b(?:get|fetch|curl|wget|download\w*|request|axios|got|nugget|urlopen|urlretrieve|open|Excon|HTTParty|RestClient|exec\w*|spawn|install\w*)\b/i.test(
        around,
      );
    },
  },
];
