import type { TextRule } from '../../../rules/text-rule.ts';

const web = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  languages: ['Kotlin', 'Java'],
  over: 'code',
} as const;

/** Switches of frameworks in Java and Kotlin that open what should be closed. */
export const jvmFrameworkRules: readonly TextRule[] = [
  {
    ...web,
    id: 'access/web-view',
    pattern:
      /\b(?:allowUniversalAccessFromFileURLs|allowFileAccessFromFileURLs)\s*=\s*true|\.setAllow(?:UniversalAccess|FileAccess)FromFileURLs\s*\(\s*true/g,
    confidence: 0.85,
    cwe: ['CWE-200', 'CWE-749', 'CWE-79'],
    description: 'Script in a page that was opened from a file reads other files and sends them away.',
    recommendation: 'Leave it off, and serve own pages by WebViewAssetLoader.',
  },
  {
    ...web,
    id: 'access/web-view',
    pattern: /\.addJavascriptInterface\s*\(/g,
    confidence: 0.6,
    cwe: ['CWE-749', 'CWE-79'],
    description: 'Whatever page the view shows, foreign frames included, calls the methods of the object.',
    recommendation: 'Show own pages only in such a view, and check what the methods are given.',
  },
  {
    ...web,
    id: 'access/open-permissions',
    pattern: /\bMODE_WORLD_(?:READABLE|WRITEABLE)\b/g,
    confidence: 0.9,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any application on the device reads or changes it.',
    recommendation: 'Use MODE_PRIVATE, and share by a provider with permissions.',
  },
];

/** The same for connections and generators of random numbers. */
export const jvmFrameworkTransportRules: readonly TextRule[] = [
  {
    ...web,
    id: 'transport/unchecked-certificate',
    pattern: /\bonReceivedSslError\s*\([^)]{0,300}\)[^{]{0,60}\{[^}]{0,300}?\.proceed\s*\(\s*\)/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-295'],
    description: 'Anybody between the two can read and change what is shown.',
    recommendation: 'Call cancel().',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
