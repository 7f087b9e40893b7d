import { bodyAfter, bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;

/** Rust: guards held too long, owners created twice, and fast password hashes. */
export const rustGuardRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'reliability/lock-across-await',
    pattern:
      /\blet\s+(?:mut\s+)?(\w+)\s*(?::[^=;\n]*)?=\s*[^;\n]*\.(?:lock|read|write)\(\)\s*\.(?:unwrap\(\)|expect\([^()\n]*\))\s*;/g,
    needs: /\.await/,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-667', 'CWE-833'],
    description:
      'Any task that this thread runs meanwhile waits for the lock that the first one still holds.',
    recommendation: 'Drop the guard before the await, or use the lock of the runtime.',
    refine: (match, view) => {
      const rest = untilBlockEnds(bodyAfter(match, view));
      const wait = rest.indexOf('.await');
      if (wait === -1) return false;
      const before = rest.slice(0, wait);
      if (new RegExp(String.raw`\bdrop\s*\(\s*${plain(match[1])}\s*\)`).test(before)) return false;
      // Work that is passed to another task does not wait here.
      return !/\bspawn\w*\s*\(|\basync\s+(?:move\s*)?\{/.test(before) && fromLast(match, view, wait + 1);
    },
  },
  {
    ...rust,
    id: 'memory/double-free',
    pattern: /\b(Box|CString|Arc|Rc)::from_raw\s*\(\s*(\w+)\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415', 'CWE-416'],
    description: 'Each of them frees it.',
    recommendation: 'Make one owner, and borrow from it.',
    refine: (match, view) => {
      const rest = untilBlockEnds(bodyAfter(match, view));
      const name = plain(match[2]);
      const again = new RegExp(String.raw`\b${match[1]}::from_raw\s*\(\s*${name}\s*\)`).exec(rest);
      if (again === null) return false;
      const before = rest.slice(0, again.index);
      // Recreated, returned, or on another path.
      return (
        !new RegExp(
          String.raw`(?<![=!<>])\b${name}\s*=(?!=)|\blet\s+(?:mut\s+)?${name}\b|\binto_raw\b|\bforget\s*\(|\breturn\b|=>|\belse\b|increment_strong_count`,
        ).test(before) &&
        !/\bManuallyDrop\b/.test(bodyBefore(match, view)) &&
        fromLast(match, view, again.index + 1)
      );
    },
  },
  {
    ...rust,
    id: 'crypto/fast-password-hash',
    pattern:
      /\.update\s*\(\s*&?\w*[pP]ass(?:word|wd|phrase)\w*\b|\bSha(?:256|512)::digest\s*\(\s*&?\w*pass(?:word|wd|phrase)\w*\b/g,
    needs: /\bSha(?:256|512|1)\b/,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-916', 'CWE-327', 'CWE-328'],
    description: 'An attacker can try billions of guesses a second.',
    recommendation: 'Use argon2, scrypt or bcrypt.',
    refine: (match, view) =>
      /\bSha(?:256|512|1)\b/.test(bodyBefore(match, view)) && !/hibp|pwned/i.test(view.path),
  },
];

/** The text up to the end of the block that is open at the start. */
function untilBlockEnds(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 123) depth++;
    else if (sign === 125 && --depth < 0) return text.slice(0, at);
  }
  return text;
}
