import type { TextRule } from '../../../rules/text-rule.ts';

/** Switches of frameworks in PHP that open what should be closed. */
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
      'Where all of a request is given to create or update, it sets fields that no form offers, such as a role or an owner.',
    recommendation: 'List what may be set in $fillable, or give such calls what was validated alone.',
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
    description: 'Any variable of the page, such as the user who is signed in, can be overwritten.',
    recommendation: 'Read the single values that are needed by their names.',
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
    description: 'Whoever planted the id in the browser of another is signed in with that session later.',
    recommendation: 'Let PHP choose the id, and call session_regenerate_id at login.',
  },
];
