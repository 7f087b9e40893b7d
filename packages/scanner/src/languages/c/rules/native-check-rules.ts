import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;

/** Checks that C and C++ leave to the program, and that are missing. */
export const nativeCheckRules: readonly TextRule[] = [
  {
    ...native,
    id: 'reliability/endless-recursion',
    languages: ['C', 'C++', 'Java', 'C#'],
    pattern:
      /\b([a-z_]\w*)\s*\([^(){};]{0,200}\)\s*(?:const\s*)?(?:=>|\{)\s*return\s+(?:[\w.]+\s*[-+*]\s*)?(?:this(?:->|\.))?\1\s*\([^;{}]{0,200};\s*\}/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-674', 'CWE-835'],
    description: 'The recursion ends only when the stack overflows.',
    recommendation: 'Handle the smallest case without another call.',
    refine: (match) =>
      !/[?]|&&|\|\||\bif\b/.test(match[0]) &&
      // A function of the same name with a different number of parameters is not recursion.
      (match[0].match(/\(([^(){};]{0,200})\)/)?.[1] ?? '').split(',').length ===
        (/\breturn\b[^(]*\(([^;]*)\)\s*;/.exec(match[0])?.[1] ?? '').split(/,(?![^(]*\))/).length,
  },
  {
    ...native,
    id: 'access/fixed-password',
    over: 'withoutComments',
    pattern:
      /\b(?:strcmp|strncmp|strcasecmp|memcmp)\s*\(\s*(?:(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\s*,\s*"[^"\n]{4,80}"|"[^"\n]{4,80}"\s*,\s*(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\b)/gi,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Anybody who has the program has the password.',
    recommendation: 'Keep a salted hash outside the program and compare with that.',
  },
];
