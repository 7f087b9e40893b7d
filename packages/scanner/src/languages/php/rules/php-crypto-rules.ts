import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText, hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const phpCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['PHP'],
    pattern:
      /(?<![>:\w])(?:md5|sha1)\s*\(\s*[^)]{0,300}(?:pass|pwd|secret|token|key|salt)[^)]{0,300}\)|\bhash\s*\(\s*['"](?:md5|sha1|crc32b?)['"]/gi,
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['PHP'],
    pattern: /\bopenssl_encrypt\s*\([^;]{0,300}['"](?:des|rc4|bf|[\w-]*ecb)[\w-]*['"]|\bmcrypt_\w+\s*\(/gi,
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['PHP'],
    pattern: /(?<![>:\w])(?:rand|mt_rand|uniqid|lcg_value|str_shuffle)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
