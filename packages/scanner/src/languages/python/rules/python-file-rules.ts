import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAt } from '../../shared/rules/file-rules.ts';

/** Files: permissions, temporary names, uploads, archives. */
export const pythonFileRules: readonly TextRule[] = [
  {
    id: 'access/unchecked-upload',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    pattern:
      /\.save\s*\(\s*(?:os\.path\.join\s*\([^)]{0,300}\.filename|[^)\n]{0,300}\+\s*\w+\.filename|\w+\.filename)/g,
    refine: (match, view) =>
      !/secure_filename\s*\(|allowed_file|ALLOWED_EXTENSIONS|splitext/.test(bodyAt(view, match.index ?? 0)),
    description: 'The name decides where the file is written and how the server treats it.',
    recommendation: 'Choose the name yourself, and check type and size.',
  },
  {
    id: 'access/archive-extraction',
    languages: ['Python'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-22'],
    over: 'code',
    pattern: /\b(\w+)\.extractall\s*\(([^)]{0,300})\)|\bshutil\.unpack_archive\s*\(/g,
    refine: (match, view) =>
      !/filter\s*=|members\s*=/.test(match[2] ?? '') && /tarfile|unpack_archive/.test(view.text),
    description: 'Entries with `..` or links in a tar file are written outside the target folder.',
    recommendation: "Pass filter='data'.",
  },
];
