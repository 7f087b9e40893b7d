import { plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { listingText } from '../../shared/rules/exposure-rules.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

/** What a service exposes to everybody without need: listings, metrics, tools for developers. */
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
    description: 'Anybody who can send requests can read every file that the service can read.',
    recommendation: 'Serve a separate folder.',
  },
  {
    id: 'access/bind-all',
    languages: ['Go'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-605', 'CWE-1327', 'CWE-200'],
    pattern: /\b(?:net|tls)\.Listen\s*\(\s*"tcp[46]?"\s*,\s*("[^"\n]{0,60}"|\w+)/g,
    description: 'The service can be reached from every network that the machine is in.',
    recommendation: 'Bind to the intended address, and read it from a setting.',
    // Port 0 is a temporary one for tests.
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
    description: 'Pages of other sites can send requests in the name of the signed-in user.',
    recommendation: 'Exempt only paths that change nothing.',
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
      'Servers in between may end the message at different places, and take the rest for another message.',
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
      'The import adds /debug/pprof to the default server: anybody can read memory, stacks and arguments.',
    recommendation: 'Serve the profiler on a separate server that listens on loopback.',
  },
];
