import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

/** Unsafe framework settings in Rust. */
export const rustFrameworkRules: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['Rust'],
    over: 'code',
    pattern:
      /\.(?:secure|http_only|set_secure|set_http_only|cookie_secure|cookie_http_only)\s*\(\s*false\s*\)/g,
    refine: (_match, view) => /[cC]ookie|[sS]ession/.test(view.code),
  },
  {
    id: 'memory/unchecked-index',
    languages: ['Rust'],
    over: 'code',
    pattern: /\.get_unchecked(?:_mut)?\s*\(|\*\s*\w+\.(?:add|offset|sub)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-129', 'CWE-119', 'CWE-125', 'CWE-787'],
    description: 'An index beyond the end reads or writes memory that belongs to something else.',
    recommendation: 'Use get, or show in a comment why the index is within bounds.',
    refine: (match, view) => {
      const offset = match.index ?? 0;
      const around = view.functionAt(view.lineAt(offset));
      const body = around ? view.text.slice(view.offsetOf(around.line), offset) : '';
      return !/SAFETY|assert|\.len\(\)|\bif\b[^\n]*</i.test(body);
    },
  },
];

/** The same for connections and random generators. */
export const rustFrameworkTransportRules: readonly TextRule[] = [
  {
    id: 'crypto/weak-random',
    languages: ['Rust'],
    over: 'code',
    pattern: /\b(?:SmallRng|StdRng|ChaCha\d*Rng|Pcg\w+|XorShiftRng)::(?:seed_from_u64|from_seed)\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-330', 'CWE-338', 'CWE-335'],
    description: 'Whoever knows or guesses the seed can compute all numbers.',
    recommendation: 'Generate tokens and keys with OsRng.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'code') : '';
      return /token|secret|passw|session|nonce|salt|otp|\bkey\b|reset/i.test(body);
    },
  },
];
