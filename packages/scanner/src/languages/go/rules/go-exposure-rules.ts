import { plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { listingText } from '../../shared/rules/exposure-rules.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

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
    ...listingText,
    id: 'access/directory-listing',
    languages: ['Go'],
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-552', 'CWE-22', 'CWE-548'],
    pattern: /\bhttp\.Dir\s*\(\s*"\/"\s*\)/g,
    description: 'Whoever may ask reads every file that the service may read.',
    recommendation: 'Serve a folder of its own.',
  },
  {
    id: 'access/bind-all',
    languages: ['Go'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-605', 'CWE-1327', 'CWE-200'],
    pattern: /\b(?:net|tls)\.Listen\s*\(\s*"tcp[46]?"\s*,\s*("[^"\n]{0,60}"|\w+)/g,
    description: 'The service is reachable from every network that the machine is in.',
    recommendation: 'Bind to the address that is meant, by a setting.',
    // Port 0 is one for a moment, as tests take it.
    refine: (match, view) =>
      /^(?:0\.0\.0\.0|\[::\])?:(?!0$)\w+$/.test(
        resolveConstant(match[1] ?? '', match.index ?? 0, view) ?? '',
      ),
  },
  {
    id: 'access/csrf-off',
    languages: ['Go'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-352', 'CWE-346'],
    pattern: /\.AddInsecureBypassPattern\s*\(\s*"(?:\w+ )?\/(?:\*|\{[^}"]*\})?"\s*\)/g,
    description: 'Pages of other sites can send requests in the name of whoever is signed in.',
    recommendation: 'Name the paths that change nothing.',
    references: ['https://pkg.go.dev/net/http#CrossOriginProtection.AddInsecureBypassPattern'],
  },
  {
    id: 'transport/two-lengths',
    languages: ['Go'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-444'],
    pattern: /\b([\w.]+(?:\.Header\(\))?)\.(?:Set|Add)\s*\(\s*"Transfer-Encoding"/gi,
    description:
      'Servers on the way may end the message at different places, and take the rest for another one.',
    recommendation: 'Set neither: the library knows the length.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.linesOf(around, 'withoutComments');
      return new RegExp(
        String.raw`(?<![\w.])${plain(match[1])}\.(?:Set|Add)\s*\(\s*"Content-Length"`,
        'i',
      ).test(body);
    },
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
