import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

/** Unsafe framework settings in C#. */
export const csharpFrameworkRules: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['C#'],
    over: 'code',
    pattern: /\b(\w+)\s*=\s*new\s+(?:System\.Web\.)?HttpCookie\s*\(/g,
    confidence: 0.55,
    refine: (match, view) =>
      !new RegExp(`\\b${match[1]}\\s*\\.\\s*Secure\\s*=|\\bSecure\\s*=\\s*true|Expires`).test(view.code),
  },
  {
    id: 'injection/unsafe-deserialization',
    languages: ['C#'],
    over: 'code',
    pattern: /\bnew\s+SimpleTypeResolver\s*\(|\bTypeFilterLevel\s*\.\s*Full\b/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-502'],
    description: 'Creating a class whose name comes from somebody else runs its code.',
    recommendation: 'Read a data format such as JSON into known types.',
  },
  {
    id: 'injection/xslt-script',
    languages: ['C#'],
    over: 'code',
    pattern:
      /\bXsltSettings\.TrustedXslt\b|\bnew\s+XsltSettings\s*\(\s*\w+\s*,\s*true|\bEnableScript\s*=\s*true/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-91', 'CWE-94', 'CWE-611'],
    description: 'A style sheet with a script, or with document(), runs code and reads files of the server.',
    recommendation: 'Use XsltSettings.Default.',
  },
];
