import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText, hashText, randomText } from '../../shared/rules/crypto-rules.ts';
import { isSecurityUse } from '../../shared/rules/value-context.ts';

/** Hashes, ciphers and generators that are no longer secure. */
export const goCryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['Go'],
    pattern: /\b(?:md[45]|sha1|ripemd160)\.(?:New|Sum)\s*\(/g,
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
    pattern: /\b(\w+)\.(?:(?:Int|Uint|Float|N|Exp|Norm)\w*|Read|Perm|Shuffle|New|NewSource)\s*\(/g,
    needs: /"math\/rand(?:\/v2)?"/,
    over: 'code',
    refine: (match, view) => {
      const named = /(?:^|\n|\()[ \t]*(?:import[ \t]+)?(\w+)?[ \t]*"math\/rand(?:\/v2)?"/.exec(
        view.text,
      )?.[1];
      if (match[1] !== (named ?? 'rand')) return false;
      const at = match.index ?? 0;
      // Delays and the order of requests are not secret.
      if (/jitter|backoff|sleep|delay|retry|shuffle|interval|Duration|Ticker|timeout/i.test(near(view, at)))
        return false;
      if (isSecurityUse(at, view)) return true;
      // Tests use random input.
      return !view.file.isTest && { impact: 'hygiene', confidence: 0.4 };
    },
  },
];

/** The line, and the name of the enclosing function. */
function near(view: SourceView, at: number): string {
  const line = view.lineAt(at);
  return `${view.lineText(line)} ${view.functionAt(line)?.name ?? ''}`;
}
