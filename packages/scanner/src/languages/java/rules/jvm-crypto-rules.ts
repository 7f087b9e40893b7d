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
export const jvmCryptoRules: readonly TextRule[] = [
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern: /\bnew\s+(?:javax\.crypto\.)?NullCipher\s*\(/g,
    over: 'code',
    description: 'This cipher changes nothing: the ciphertext is the text.',
    recommendation: 'Use AES-GCM with a key of 256 bits.',
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\bMessageDigest\s*\.\s*getInstance\s*\(\s*([^,;\n]{1,300}?)\s*[,)]|\bDigestUtils\s*\.\s*(md5|sha1?)(?:Hex)?\s*\(/g,
    cwe: ['CWE-328', 'CWE-327'],
    refine: (match, view) => {
      if (match[2]) return true;
      const name = resolveConstant(match[1] ?? '', match.index ?? 0, view);
      return name === undefined ? false : weakHashName.test(name);
    },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\b(?:Cipher|KeyGenerator|SecretKeyFactory)\s*\.\s*getInstance\s*\(\s*([^;\n]{1,300}?)\s*(?:,\s*[\w".()]+\s*)?\)\s*[;.,)]/g,
    refine: (match, view) => {
      const name = resolveConstant(match[1] ?? '', match.index ?? 0, view);
      if (name === undefined) return false;
      return weakCipherName.test(name);
    },
  },
  {
    ...cipherText,
    id: 'crypto/default-cipher-mode',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern: /\bCipher\s*\.\s*getInstance\s*\(\s*([^;\n]{1,300}?)\s*(?:,\s*[\w".()]+\s*)?\)\s*[;.,)]/g,
    confidence: 0.6,
    cwe: ['CWE-1188'],
    description: 'Without a mode it is ECB: equal blocks look equal, and blocks can be swapped unnoticed.',
    refine: (match, view) => /^aes$/i.test(resolveConstant(match[1] ?? '', match.index ?? 0, view) ?? ''),
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\bnew\s+(?:java\.util\.)?Random\s*\(|\bMath\s*\.\s*random\s*\(|\bThreadLocalRandom\s*\.\s*current\s*\(|\bRandomStringUtils\s*\.\s*random\w*\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
];
