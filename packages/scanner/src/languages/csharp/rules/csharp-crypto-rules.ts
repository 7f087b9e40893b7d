import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText, hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const csharpCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['C#'],
    pattern:
      /\b(?:MD5|SHA1)(?:CryptoServiceProvider|Managed|Cng)?\.(?:Create|HashData)\s*\(|\bnew\s+(?:MD5|SHA1)(?:CryptoServiceProvider|Managed|Cng)\s*\(/g,
    over: 'code',
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['C#'],
    pattern:
      /\b(?:DES|TripleDES|RC2)(?:CryptoServiceProvider|Cng)?\.Create\s*\(|\bnew\s+(?:DES|TripleDES|RC2)CryptoServiceProvider\s*\(|\bCipherMode\.ECB\b|\.(?:TryEncrypt|TryDecrypt|Encrypt|Decrypt)Ecb\s*\(/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['C#'],
    pattern: /\bnew\s+(?:System\.)?Random\s*\(|\bRandom\.Shared\b/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
