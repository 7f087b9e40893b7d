import type { TextRule } from '../../../rules/text-rule.ts';

/** Unsafe framework settings in Go. */
export const goFrameworkRules: readonly TextRule[] = [
  {
    id: 'access/foreign-origin',
    languages: ['Go'],
    over: 'code',
    pattern: /\bCheckOrigin\s*[:=]\s*func\s*\([^)]{0,80}\)\s*bool\s*\{\s*return\s+true\s*;?\s*\}/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-1385', 'CWE-346'],
    description: 'Browsers send the cookies of a user along, so any page can act in the name of its visitor.',
    recommendation: 'Compare the Origin header with the hosts of this service.',
  },
  {
    id: 'memory/pointer-arithmetic',
    languages: ['Go'],
    over: 'code',
    pattern: /\bunsafe\.Pointer\s*\(\s*uintptr\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-119', 'CWE-242', 'CWE-125'],
    description: 'Nothing checks the bounds, and the garbage collector may move what it points to.',
    recommendation: 'Index a slice, or use unsafe.Add and unsafe.Slice within its length.',
  },
];
