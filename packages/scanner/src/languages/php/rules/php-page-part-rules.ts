import type { TextRule } from '../../../rules/text-rule.ts';

/** Parts of pages that code concatenates and marks as safe. */
export const phpPagePartRules: readonly TextRule[] = [
  {
    id: 'access/error-details',
    languages: ['PHP'],
    pattern:
      /\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,160}\$(?:e|ex|exception|err|error|t|th)->(?:getMessage|__toString|getFile)\s*\(|\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,120}\b(?:mysqli?_error|mysqli_connect_error|pg_last_error)\s*\(|\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,120}->errorInfo\s*\(|response\s*\(\s*\)->json\s*\([^;]{0,160}\$(?:e|ex|exception)->(?:getMessage|getTraceAsString)\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-209'],
    description: 'Messages of the database and of libraries reveal tables, paths and hosts.',
    recommendation: 'Log the details and answer with a reference to the log.',
    refine: (match, view) =>
      !/^#!|php_sapi_name|STDERR|\bcli\b/i.test(view.text.slice(0, 400)) &&
      !/(?:^|\/)(?:bin|cli|commands?|console)\//i.test(view.path) &&
      !/STDERR/.test(match[0]),
  },
  {
    id: 'access/no-nonce',
    languages: ['PHP'],
    pattern: /['"]permission_callback['"]\s*=>\s*['"]__return_true['"]/g,
    impact: 'disclosure',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-862', 'CWE-306'],
    description: 'The route accepts changes, and its check allows everybody.',
    recommendation: 'Check current_user_can in permission_callback.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const around = view.withoutComments.slice(Math.max(0, at - 400), at + 300);
      const from = around.lastIndexOf('register_rest_route', 400);
      return /methods['"]\s*=>\s*[^\n]{0,60}(?:POST|PUT|PATCH|DELETE|CREATABLE|EDITABLE|DELETABLE|ALLMETHODS)/.test(
        around.slice(Math.max(0, from)),
      );
    },
  },
  {
    id: 'access/csrf-off',
    languages: ['PHP'],
    pattern: /\bclass\s+\w*Csrf\w*\s+extends\b[\s\S]{0,400}?\$except\s*=\s*\[[^\]]{0,200}['"]\/?\*['"]/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-352'],
    description: 'No request has to send the token, so other sites can act in the name of the user.',
    recommendation: 'Exempt only single paths that other servers call, and check their signature.',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
