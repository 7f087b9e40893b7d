import type { TextRule } from '../../../rules/text-rule.ts';
import { hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const rubyCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['Ruby'],
    pattern: /\bDigest::(?:MD5|SHA1)\b|\bOpenSSL::Digest(?:\.new\s*\(\s*["'](?:md5|sha1)|::(?:MD5|SHA1))/gi,
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['Ruby'],
    pattern: /(?<![\w.])(?:rand|Random\.rand|Random\.new)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
