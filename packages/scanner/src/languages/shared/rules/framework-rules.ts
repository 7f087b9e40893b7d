import type { TextRule } from '../../../rules/text-rule.ts';

export const cookie = {
  id: 'access/cookie-flags',
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-614', 'CWE-1004'],
  description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
  recommendation: 'Set secure, httpOnly and sameSite.',
} as const;

/** Unsafe framework settings in Ruby, Rust, Kotlin and on Android. */
export const frameworkRules: readonly TextRule[] = [
  {
    id: 'access/error-details',
    languages: ['C#', 'PHP', 'Ruby', 'Kotlin'],
    over: 'code',
    pattern:
      /\bResponse\.(?:Write|WriteAsync|Output\.Write)\s*\([^;\n]{0,120}\b(?:ex|e|err|exc|exception)\.(?:StackTrace|ToString\s*\(\s*\))|\breturn\s+(?:Content|StatusCode|BadRequest|Ok|Json|Problem|Results\.\w+)\s*\([^;\n]{0,120}\b(?:ex|e|err|exc|exception)\.(?:StackTrace|ToString\s*\(\s*\))|\b(?:echo|print|die|exit)\b[^;\n]{0,120}->getTraceAsString\s*\(|\brender\b[^\n]{0,120}\.backtrace\b|\bcall\.respond\w*\s*\([^\n]{0,120}\.stackTraceToString\s*\(/g,
    impact: 'hygiene',
    confidence: 0.75,
    source: 'code',
    cwe: ['CWE-209', 'CWE-497'],
    description: 'Stack traces show versions, paths and queries to anybody who causes an error.',
    recommendation: 'Log the details, and return a number by which they can be found.',
  },
  {
    id: 'crypto/fixed-nonce',
    languages: ['Ruby', 'PHP'],
    pattern:
      /\b\w+\.iv\s*=\s*(?:["'][^"'\n]{4,64}["']|([A-Z]\w*)\s*$)|\bopenssl_encrypt\s*\((?:[^,()\n]{1,100},){4}\s*["'][^"'\n]{4,64}["']/gm,
    refine: ([, name], view) =>
      name === undefined ||
      new RegExp(String.raw`^\s*${name}\s*=\s*\(?\s*(?:["'][^"'\n]+["']|\[[^\]\n]+\]\.pack)`, 'm').test(
        view.withoutComments,
      ),
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal plaintexts give equal ciphertexts, and in some modes the key stream repeats.',
    recommendation: 'Generate a new nonce for each message and send it along.',
  },
];
