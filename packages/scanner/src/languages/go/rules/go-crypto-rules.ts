import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText, hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that no longer hold. */
export const goCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['Go'],
    pattern: /\b(?:md5|sha1)\.(?:New|Sum)\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['Go'],
    pattern: /\b(?:des\.New(?:TripleDES)?Cipher|rc4\.NewCipher|blowfish\.NewCipher)\s*\(/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['Go'],
    pattern: /(?<!c)\brand\.(?:Int\w*|Read|Seed|Float\w+|Perm|New)\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      /"math\/rand(?:\/v2)?"/.test(view.text) &&
      !/"crypto\/rand"/.test(view.text) &&
      isSecurityUse(match.index ?? 0, view),
  },
];
