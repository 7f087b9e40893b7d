import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = ['Python'];

/** Settings and mistakes in Python web applications. */
export const pythonWebRules: readonly TextRule[] = [
  {
    id: 'crypto/weak-hash',
    languages,
    pattern:
      /\bPASSWORD_HASHERS\s*=\s*[[(]\s*["'][\w.]*(?:Unsalted\w*|MD5\w*|SHA1\w*|Crypt)PasswordHasher["']/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-916', 'CWE-327', 'CWE-328'],
    source: 'code',
    description: 'An attacker can try billions of guesses a second at the passwords.',
    recommendation: 'Put Argon2, scrypt or PBKDF2 first.',
    refine: (_match, view) => !/(?:^|[/_])test|ci\b/i.test(view.path),
  },
  {
    id: 'access/open-cors',
    languages,
    pattern: /\bCORS\s*\(|\bcross_origin\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-942', 'CWE-346'],
    source: 'code',
    description: 'Any site that somebody visits can read the responses of this service.',
    recommendation: 'List the allowed sites.',
    refine: (match, view) => {
      if (!/flask_cors/.test(view.text)) return false;
      const call = callText(view, match.index ?? 0);
      if (/origins?["']?\s*[:=](?!\s*\[?\s*r?["'](?:\*|\.\*))/.test(call)) return false;
      return /supports_credentials\s*=\s*True/.test(call) ? { impact: 'disclosure', confidence: 0.7 } : true;
    },
  },
  {
    id: 'access/assert-as-guard',
    languages,
    pattern:
      /^[ \t]*assert\s+[^\n]{0,120}?\b(?:is_admin|is_staff|is_superuser|is_authenticated|has_perm|has_role|is_owner)\b/gm,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-285', 'CWE-617', 'CWE-862'],
    source: 'code',
    description: 'With optimization on (python -O) assertions do not run, and the check is missing.',
    recommendation: 'Raise an error if the permission is missing.',
  },
];
