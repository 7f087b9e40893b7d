import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText, hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const pythonCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['Python'],
    pattern:
      /\bhashlib\.(?:(md5|sha1|md4)\s*\(|new\s*\(\s*["'](md[245]|sha1|sha)["'])|\b(?:MD5|MD4|MD2|SHA1?)\.new\s*\(|\bhashes\.(?:MD5|SHA1)\s*\(|\bcrypt\.crypt\s*\(/g,
    refine: (match, view) =>
      !/usedforsecurity\s*=\s*False/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['Python'],
    pattern:
      /\b(?:DES3?|ARC[24]|Blowfish|CAST)\.new\s*\(|\bMODE_ECB\b|\bmodes\.ECB\s*\(|\balgorithms\.(?:ARC4|Blowfish|IDEA|CAST5|TripleDES|SEED)\s*\(/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['Python'],
    pattern:
      /\brandom\.(?:random|randint|randrange|choice|choices|sample|getrandbits|uniform|shuffle|seed|Random)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
