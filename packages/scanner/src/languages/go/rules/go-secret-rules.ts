import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;

/** Nonces, secrets and passwords in Go, recognized by their use. */
export const goSecretRules: readonly TextRule[] = [
  {
    ...go,
    id: 'crypto/fixed-nonce',
    pattern:
      /\b(\w+)\s*:?=\s*(?:make\(\s*\[\]byte\s*,[^)\n]{1,60}\)?\)|\[\]byte\s*\([^)\n]{0,60}\)|\[\]byte\s*\{[^}]{0,200}\})/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description:
      'A nonce that is used twice reveals the authentication key of GCM, and in other modes shows which parts are equal.',
    recommendation: 'Fill it from crypto/rand for each message.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`\.(?:Seal|XORKeyStream)\s*\([^,()]{1,40},\s*${name}\b|\bNew(?:CBC|CFB|OFB)\w*\s*\([^,()]{1,40},\s*${name}\b|\bNewCTR\s*\([^,()]{1,40},\s*${name}\b`,
      ).exec(rest);
      if (
        !use ||
        // Any call that gets it may fill it.
        new RegExp(String.raw`\w\s*\((?:[^;\n]{0,60},)?\s*&?${name}\b`).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index);
    },
  },
  {
    ...go,
    id: 'access/timing-comparison',
    over: 'withoutComments',
    pattern:
      /\.Header\.Get\s*\(\s*"[^"\n]*(?:secret|token|key|signature|auth)[^"\n]*"\s*\)\s*[!=]=\s*(?!")[\w.]+|\b\w*(?:[sS]ignature|[hH]mac|[mM]ac|[sS]ecret|[tT]oken)\w*\s*[!=]=\s*\w*(?:[sS]ignature|[hH]mac|[mM]ac|[sS]ecret|[eE]xpected)\w*\b(?!\s*[.(])|\bbytes\.Equal\s*\([^()\n]{0,60}(?:[mM]ac|[sS]ignature|[sS]ecret)/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-208'],
    description: 'The time of the comparison shows how much of a guess is right.',
    recommendation: 'Use hmac.Equal or subtle.ConstantTimeCompare.',
    refine: (match, view) => isSecret(match[0]) && !/_test\.go$/.test(view.path),
  },
  {
    ...go,
    impact: 'weakening',
    id: 'crypto/fast-password-hash',
    pattern: /\bsha(?:256|512)\.Sum\w*\(\s*[^\n]{0,60}?[pP]ass(?:word|wd|phrase)/g,
    confidence: 0.65,
    cwe: ['CWE-916', 'CWE-327', 'CWE-328'],
    description: 'An attacker can try billions of guesses a second.',
    recommendation: 'Use bcrypt, scrypt or argon2.',
    refine: (match, view) =>
      /hash|store|save|insert|create|user|verify|check|login/i.test(
        bodyBefore(match, view).replace(/\n.*$/s, '') + wholeBody(match, view).slice(0, 600),
      ) && !/NewCipher|pbkdf2|hibp|pwned/i.test(wholeBody(match, view)),
  },
];

function isSecret(text: string): boolean {
  return (
    !/\b(?:token|kind|type)\s*[!=]=\s*\w*(?:Token|EOF|type)\b/i.test(text) &&
    !/[tT]oken\w*\s*[!=]=\s*\w*(?:token\.|Type)/.test(text)
  );
}
