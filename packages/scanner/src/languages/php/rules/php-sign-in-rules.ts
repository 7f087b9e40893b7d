import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAround, fixation } from '../../shared/rules/sign-in-rules.ts';

/** Mistakes at sign-in: sessions, comparison of hashes, signatures of tokens. */
export const phpSignInRules: readonly TextRule[] = [
  {
    ...fixation,
    languages: ['PHP'],
    pattern:
      /\$_SESSION\s*\[\s*['"]\w*(?:user|uid|login|logged|auth|account|member|admin)\w*['"]\s*\]\s*=(?!=)(?!\s*(?:null|false|0|''|"")\s*;)/gi,
    recommendation: 'Call session_regenerate_id(true) before you store the user in the session.',
    refine: (match, view) => {
      const body = bodyAround(view, match.index ?? 0);
      return (
        /password_verify\s*\(|\bhash_equals\s*\(|authenticate|login|\$_POST\s*\[\s*['"]pass/i.test(body) &&
        !/session_regenerate_id|migrate\s*\(|regenerate\s*\(/.test(body)
      );
    },
  },
  {
    id: 'access/loose-comparison',
    languages: ['PHP'],
    pattern:
      /\b(?:md5|sha1|hash|crypt|hash_hmac)\s*\((?:[^()\n]|\([^()\n]*\)){1,120}\)\s*[!=]=(?!=)|(?<![!=])[!=]=\s*(?:md5|sha1|hash|crypt|hash_hmac)\s*\(/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-697', 'CWE-1254', 'CWE-208'],
    description:
      'Strings such as `0e1234` are equal here because both are read as the number 0, and the time of the comparison shows how much of a guess is right.',
    recommendation: 'Compare with hash_equals.',
  },
];
