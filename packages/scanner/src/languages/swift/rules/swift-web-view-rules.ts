import type { TextRule } from '../../../rules/text-rule.ts';

const swift = { languages: ['Swift'], source: 'code', over: 'code' } as const;

/** Web views, and parsers that resolve external entities. */
export const swiftWebViewRules: readonly TextRule[] = [
  {
    ...swift,
    id: 'access/web-view',
    pattern:
      /\bUIWebView\b(?!Delegate)|\.[jJ]avaScriptCanOpenWindowsAutomatically\s*=\s*true\b|\.allowUniversalAccessFromFileURLs\b|\.setValue\s*\(\s*(?:true|1)\s*,\s*forKey\s*:\s*"[^"\n]*"/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-200', 'CWE-749'],
    description:
      'A page in it can do more than it needs: open windows, read files, or run in an outdated engine.',
    recommendation: 'Use WKWebView with its defaults, and load only addresses that the application knows.',
    refine: (match, view) => {
      if (!match[0].includes('setValue')) return true;
      const at = match.index ?? 0;
      return /allow(?:UniversalAccess|FileAccess)FromFileURLs/.test(
        view.text.slice(at, at + match[0].length),
      );
    },
  },
];

/** The rules of the injection agent, in addition to the flows. */
export const swiftParserRules: readonly TextRule[] = [
  {
    ...swift,
    id: 'injection/xxe',
    pattern:
      /\.shouldResolveExternalEntities\s*=\s*true\b|\.(?:externalEntityResolvingPolicy\s*=\s*\.always)\b|\.(?:nodeLoadExternalEntitiesAlways|documentXInclude)\b|\bNSXMLNodeLoadExternalEntitiesAlways\b|\bXML_PARSE_(?:NOENT|DTDLOAD)\b/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-611'],
    description: 'Entities in a document can read local files or call internal addresses.',
    recommendation: 'Leave external entities off, as they are by default.',
  },
];
