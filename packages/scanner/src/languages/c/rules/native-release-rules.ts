import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;

/** Memory in C and C++ that is read once it is freed, or never freed. */
export const nativeReleaseRules: readonly TextRule[] = [
  {
    ...native,
    id: 'memory/use-after-free',
    pattern:
      /\bfor\s*\([^;{}]{0,120};[^;{}]{0,80};\s*(\w+)\s*=\s*\1\s*->\s*\w+\s*\)\s*\{?[^}]{0,300}?\bfree\s*\(\s*\1\s*\)\s*;(?!\s*(?:break|return))/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then.',
    recommendation: 'Keep the next one before this one is freed.',
  },
  {
    ...native,
    id: 'memory/leak',
    pattern: /\b([a-z_]\w*)\s*=\s*(?:\([\w\s*]{1,40}\)\s*)?(?:malloc|calloc|strdup|fopen)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-401', 'CWE-772'],
    description: 'The function frees it at its end, and ends before on another way.',
    recommendation: 'Free it on every way out.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const rest = bodyAfter(match, view);
      const freed = new RegExp(String.raw`\b(?:free|fclose)\s*\(\s*${name}\s*\)`).exec(rest);
      if (!freed) return false;
      const early = /\bif\s*\(([^;{}]{1,160})\)\s*\{?\s*(?:[^{}]{0,200};\s*)?return\b([^;]{0,80});/g;
      for (const way of rest.slice(0, freed.index).matchAll(early)) {
        const whole = new RegExp(String.raw`\b${name}\b`);
        // The way that is taken without it, or that hands it on.
        if (
          whole.test(way[0]) ||
          whole.test(
            rest.slice(0, way.index).match(/[\w\])]\s*(?:->\w+|\[\w+\])?\s*=\s*[^;=]*;\s*$/)?.[0] ?? '',
          )
        )
          continue;
        if (new RegExp(String.raw`[\w\])]\s*=\s*${name}\s*;`).test(rest.slice(0, way.index))) return false;
        return fromLast(match, view, way.index + way[0].lastIndexOf('return'));
      }
      return false;
    },
  },
];
