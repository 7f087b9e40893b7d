import type { TextRule } from '../../../rules/text-rule.ts';

const web = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  languages: ['Kotlin', 'Java'],
  over: 'code',
} as const;

/** Unsafe framework settings in Java and Kotlin. */
export const jvmFrameworkRules: readonly TextRule[] = [
  {
    ...web,
    id: 'access/web-view',
    pattern:
      /\b(?:allowUniversalAccessFromFileURLs|allowFileAccessFromFileURLs)\s*=\s*true|\.setAllow(?:UniversalAccess|FileAccess)FromFileURLs\s*\(\s*true/g,
    confidence: 0.85,
    cwe: ['CWE-200', 'CWE-749', 'CWE-79'],
    description: 'A script in a page that was opened from a file can read other files and send them away.',
    recommendation: 'Leave it off, and serve your own pages with WebViewAssetLoader.',
  },
  {
    ...web,
    id: 'access/web-view',
    pattern: /\.addJavascriptInterface\s*\(/g,
    confidence: 0.6,
    cwe: ['CWE-749', 'CWE-79'],
    description: 'Any page in the view, frames of other sites included, can call the methods of the object.',
    recommendation: 'Show only your own pages in such a view, and check the arguments of the methods.',
  },
  {
    ...web,
    id: 'access/open-permissions',
    pattern: /\bMODE_WORLD_(?:READABLE|WRITEABLE)\b/g,
    confidence: 0.9,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any application on the device can read or change it.',
    recommendation: 'Use MODE_PRIVATE, and share data through a provider with permissions.',
  },
];

/** The same for connections and random generators. */
export const jvmFrameworkTransportRules: readonly TextRule[] = [
  {
    ...web,
    id: 'transport/unchecked-certificate',
    pattern: /\bonReceivedSslError\s*\([^)]{0,300}\)[^{]{0,60}\{[^}]{0,300}?\.proceed\s*\(\s*\)/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-295'],
    description: 'Anybody on the network path can read and change what is shown.',
    recommendation: 'Call cancel().',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
