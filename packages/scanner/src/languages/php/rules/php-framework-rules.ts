import type { TextRule } from '../../../rules/text-rule.ts';

/** Unsafe framework settings in PHP. */
export const phpFrameworkRules: readonly TextRule[] = [
  {
    id: 'access/mass-assignment',
    languages: ['PHP'],
    over: 'code',
    pattern: /\bprotected\s+\$guarded\s*=\s*(?:\[\s*\]|array\s*\(\s*\))/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-915'],
    description:
      'If the whole request is passed to create or update, it sets fields that no form offers, such as a role or an owner.',
    recommendation: 'List the allowed fields in $fillable, or pass only what was validated.',
  },
  {
    id: 'access/variable-variables',
    languages: ['PHP'],
    over: 'code',
    pattern:
      /\bforeach\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)\s+as\s+\$(\w+)\s*=>[^)]{1,60}\)\s*\{?\s*\$\$\1\s*=|\$\$_(?:GET|POST|REQUEST|COOKIE)\b/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-621', 'CWE-914', 'CWE-473'],
    description: 'Any variable of the page, such as the signed-in user, can be overwritten.',
    recommendation: 'Read only the values that are needed, by name.',
  },
  {
    id: 'access/session-fixation',
    languages: ['PHP'],
    pattern: /\bsession_id\s*\(\s*\$/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-384'],
    description:
      'An attacker who plants the id in the browser of a user can use that session after the user signs in.',
    recommendation: 'Let PHP choose the id, and call session_regenerate_id at login.',
  },
  {
    id: 'access/empty-password',
    languages: ['PHP'],
    pattern:
      /\b(?:new\s+\\?(?:mysqli|PDO)|mysqli_connect|mysql_connect|mysqli_real_connect)\s*\(\s*(?:[^,()"']{1,80}|"[^"\n]*"|'[^'\n]*'),\s*(?:[^,()"']{1,80}|"[^"\n]*"|'[^'\n]*'),\s*(?:(["'])\1|(\$\w+))\s*[,)]/g,
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-521', 'CWE-258'],
    description: 'Anybody who reaches the port is signed in.',
    recommendation: 'Give the account a password, and read it from the environment.',
    refine: ([, , name], view) =>
      name === undefined ||
      new RegExp(String.raw`[$]${name.slice(1)}\s*=\s*(["'])\1\s*;`).test(view.withoutComments),
  },
  {
    id: 'injection/spreadsheet-formula',
    languages: ['PHP'],
    pattern: /\bfputcsv\s*\(\s*[^,()]{1,80},\s*(\$\w+)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-1236'],
    description:
      'A cell that begins with =, +, - or @ is run as a formula by the program that opens the file.',
    recommendation: 'Put an apostrophe before such cells, or refuse them.',
    // Rows from the database.
    refine: ([, name = ''], view) =>
      new RegExp(
        String.raw`[$]${name.slice(1)}\s*=\s*[^;{]{0,120}fetch(?:_assoc|_row|_array|All|Assoc|Row)?\s*\(|\bas\s+(?:\$\w+\s*=>\s*)?[$]${name.slice(1)}\s*\)`,
      ).test(view.code) &&
      /fetch|query\s*\(|->get\s*\(/.test(view.code) &&
      !/\b\w*(?:escape|saniti[sz]e|neutrali[sz]e)\w*(?:[cC]sv|[cC]ell|[fF]ormula)\w*|\[=\+/.test(view.text),
  },
];
