import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import {
  cipherText,
  hashText,
  randomText,
  weakCipherName,
  weakHashName,
} from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse, resolveConstant } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const scriptCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: [...jsLanguages],
    pattern:
      /\bcreateHash\s*\(\s*([^,)\n]{1,300}?)\s*[,)]|\bCryptoJS\.(MD5|SHA1)\s*\(|\b(md5|sha1)\s*\(\s*[\w.]*(?:password|passwd|pwd|secret|token)\w*/gi,
    refine: (match, view) => {
      const name = match[1] ? resolveConstant(match[1], match.index ?? 0, view) : 'md5';
      if (name === undefined || !weakHashName.test(name)) return false;
      return isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 };
    },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: [...jsLanguages],
    pattern:
      /\bcreate(?:Cipher|Decipher)(iv)?\s*\(\s*([^,)\n]{1,300})|\bCryptoJS\.(DES|TripleDES|RC4|Rabbit)\.\w+\s*\(/g,
    refine: (match, view) => {
      if (match[3]) return true;
      if (!match[1]) return { confidence: 0.8 };
      const name = resolveConstant(match[2] ?? '', match.index ?? 0, view);
      return name !== undefined && weakCipherName.test(name);
    },
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: [...jsLanguages],
    pattern: /\bMath\s*\.\s*random\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
