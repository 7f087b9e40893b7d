import { jsLanguages } from '../rules/source-view.ts';
import type { TextRule } from '../rules/text-rule.ts';

const js = [...jsLanguages];
const swallowed = {
  impact: 'hygiene',
  confidence: 0.8,
  cwe: ['CWE-390'],
  description: 'The failure leaves no trace, and the code after it works with missing data.',
  recommendation: 'Handle it, log it, or say in a comment why it may be ignored.',
} as const;

/** Faults that stay hidden until something fails. */
export const reliabilityRules: readonly TextRule[] = [
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: [...js, 'Java', 'C#', 'Kotlin', 'PHP', 'C++', 'Swift', 'Dart'],
    over: 'text',
    pattern: /\bcatch\s*(?:\([^)]{0,300}\))?\s*\{\s*\}/g,
  },
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: ['Python'],
    over: 'text',
    pattern: /^([ \t]*)except(?:\s+(?:Exception|BaseException)(?:\s+as\s+\w+)?)?\s*:\s*\n\s*pass[ \t]*$/gm,
    refine: () => ({ cwe: ['CWE-390', 'CWE-703'] }),
  },
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: ['Python'],
    over: 'code',
    pattern:
      /^[ \t]*except(?:[ \t]+(?:Exception|BaseException)(?:[ \t]+as[ \t]+\w+)?)?[ \t]*:[ \t]*\n[ \t]*continue[ \t]*$/gm,
    refine: () => ({ cwe: ['CWE-390', 'CWE-703'] }),
  },
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: ['Go'],
    over: 'code',
    pattern: /\bif\s+err\s*!=\s*nil\s*\{\s*\}/g,
  },
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: ['Scala'],
    over: 'text',
    pattern: /\bcatch\s*\{\s*case\s+\w+(?:\s*:\s*\w+|\(\w+\))?\s*=>\s*(?:\(\s*\)|\{\s*\})?\s*\}/g,
  },
  {
    ...swallowed,
    id: 'reliability/swallowed-error',
    languages: ['Ruby'],
    over: 'code',
    pattern: /\brescue\s+nil\b|\brescue(?:\s*=>\s*\w+|\s+StandardError|\s+Exception)?\s*\n\s*end\b/g,
  },
  {
    id: 'reliability/floating-promise',
    languages: js,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-755'],
    pattern: /\.forEach\s*\(\s*async\b/g,
    description: 'forEach does not wait: the code after it runs first, and errors end the process.',
    recommendation: 'Use for…of with await, or Promise.all over map.',
  },
  {
    id: 'reliability/floating-promise',
    languages: js,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-755'],
    pattern: /\bnew\s+Promise\s*\(\s*async\b/g,
    description: 'An exception in an async executor does not reject the promise, which then waits for ever.',
    recommendation: 'Write an async function instead.',
  },
  {
    id: 'reliability/assert-in-production',
    languages: ['Python'],
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-617', 'CWE-703'],
    pattern:
      /^[^\S\n]*assert\s+(?!isinstance\b|False\b|True\b)[^\n]{0,300}\b(?:request|user|password|permission|is_admin|auth|token|role)\b/gm,
    description: 'With -O assertions are removed, and the check with them.',
    recommendation: 'Raise an error instead.',
  },
  {
    id: 'reliability/mutable-default',
    languages: ['Python'],
    over: 'code',
    impact: 'hygiene',
    confidence: 0.85,
    cwe: [],
    pattern: /\bdef\s+\w+\s*\([^)]{0,300}=\s*(?:\[\s*\]|\{\s*\}|set\(\))[^)]{0,300}\)/g,
    description: 'It is created once: what one call adds, the next one finds.',
    recommendation: 'Default to None and create the value inside.',
  },
  {
    id: 'reliability/unclosed-file',
    languages: ['Python'],
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-772'],
    pattern: /^[^\S\n]*\w+\s*=\s*open\s*\(/gm,
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      const around = view.functionAt(line);
      const name = /(\w+)\s*=\s*open/.exec(match[0])?.[1] ?? '';
      const body = around ? view.linesOf(around, 'code') : view.code;
      return !new RegExp(`\\b${name}\\.close\\s*\\(|return\\s+${name}\\b|with\\s+${name}|self\\.`).test(body);
    },
    description: 'On an error the file stays open, and what was written may be lost.',
    recommendation: 'Open it in a with statement.',
  },
  {
    id: 'reliability/shared-request-state',
    languages: js,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-362'],
    pattern:
      /^(?:let|var)\s+(\w*(?:current|user|session|request|req)\w*)\s*(?::[^=\n]{1,300})?(?:=\s*[^;\n]{0,300})?;?\s*$/gim,
    refine: (match, view) => {
      const name = match[1] ?? '';
      if (!/\breq(?:uest)?\b/.test(view.code) || !view.file.functions.length) return false;
      return new RegExp(`\\b${name}\\s*=\\s*[^=\\n]{0,300}\\breq(?:uest)?\\.`).test(view.code);
    },
    description: 'A second request overwrites what the first stored there, and users see the data of others.',
    recommendation: 'Keep it in the request.',
  },
  {
    id: 'reliability/nan-comparison',
    languages: js,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.95,
    cwe: ['CWE-570'],
    pattern: /[=!]==?\s*NaN\b|\bNaN\s*[=!]==?/g,
    description: 'NaN equals nothing, itself included.',
    recommendation: 'Use Number.isNaN.',
  },
  {
    id: 'reliability/ignored-error',
    languages: ['Go'],
    over: 'code',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-252'],
    pattern:
      /^[^\S\n]*\w+\s*,\s*_\s*:?=\s*(?:json\.(?:Marshal|Unmarshal)|os\.(?:Open|Create|ReadFile)|http\.(?:Get|NewRequest)|strconv\.\w+|ioutil\.ReadAll|io\.ReadAll|sql\.Open)\s*\(/gm,
    description: 'The code after it works with a value that may be missing.',
    recommendation: 'Check the error.',
  },
  {
    id: 'reliability/broad-catch',
    languages: ['Java', 'Kotlin'],
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-396'],
    pattern: /\bcatch\s*\(\s*(?:(?:final\s+)?Throwable\s+\w+|\w+\s*:\s*Throwable)\s*\)/g,
    description: 'Errors of the machine such as lack of memory are treated as failures of the call.',
    recommendation: 'Catch the exceptions that the call throws.',
  },
];
