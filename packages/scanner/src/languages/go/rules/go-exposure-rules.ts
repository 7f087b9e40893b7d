import type { TextRule } from '../../../rules/text-rule.ts';
import { listingText } from '../../shared/rules/exposure-rules.ts';

/** What a service shows to everybody that it need not: listings, inner figures, tools for developers. */
export const goExposureRules: readonly TextRule[] = [
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: ['Go'],
    impact: 'hygiene',
    confidence: 0.5,
    over: 'code',
    pattern: /\bhttp\.FileServer\s*\(\s*http\.Dir\s*\(/g,
  },
  {
    id: 'access/open-metrics',
    languages: ['Go'],
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-200', 'CWE-489'],
    pattern: /^[^\S\n]*_\s+"net\/http\/pprof"/gm,
    refine: (_match, view) => /http\.ListenAndServe(?:TLS)?\s*\([^,]{0,80},\s*nil\s*\)/.test(view.code),
    description:
      'The import puts /debug/pprof on the default server: memory, stacks and arguments for whoever asks.',
    recommendation: 'Serve the profiler on a server of its own that listens on loopback.',
  },
];
