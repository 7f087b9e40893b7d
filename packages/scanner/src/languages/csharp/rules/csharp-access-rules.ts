import type { TextRule } from '../../../rules/text-rule.ts';
import { debugText } from '../../shared/rules/access-rules.ts';

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const csharpAccessRules: readonly TextRule[] = [
  {
    id: 'access/error-details',
    languages: ['C#'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern:
      /\b(?:Response\.WriteAsync|WriteAsJsonAsync|Problem|StatusCode|BadRequest|Content)\s*\([^;\n]{0,80}?\b(?:ex|e|err|error|exception)\??\s*\.\s*(?:StackTrace\b|ToString\s*\(\s*\))/g,
    description: 'Paths, queries and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/unlimited-sign-in',
    languages: ['C#'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-307', 'CWE-799'],
    over: 'code',
    pattern:
      /\b(?:PasswordSignInAsync|CheckPasswordSignInAsync)\s*\([^;{}]{0,300}?(?:lockoutOnFailure\s*:\s*false\b|,\s*false\s*\))/g,
    description: 'The account is never locked: passwords can be tried without end.',
    recommendation: 'Pass true for lockoutOnFailure, and set MaxFailedAccessAttempts.',
    refine: (match) => {
      const last = /(?:lockoutOnFailure\s*:\s*)?false\s*\)?$/.exec(match[0]);
      return (
        match[0].startsWith('Check') || last?.[0].startsWith('lockout') || match[0].split(',').length > 3
      );
    },
  },
  {
    id: 'access/validation-off',
    languages: ['C#'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-20'],
    over: 'code',
    pattern:
      /\[ValidateInput\s*\(\s*false\s*\)\]|\bRequireHttpsMetadata\s*=\s*false|\bEnableViewStateMac\s*=\s*false/g,
    description: 'The check exists for a reason, and nothing replaces it here.',
    recommendation: 'Leave it on.',
    refine: (match) =>
      match[0].startsWith('Require')
        ? { cwe: ['CWE-319'] }
        : match[0].startsWith('Enable')
          ? { cwe: ['CWE-642', 'CWE-353'] }
          : true,
  },
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['C#'],
    cwe: ['CWE-489', 'CWE-209', 'CWE-215'],
    over: 'code',
    pattern: /\.Use(?:DeveloperExceptionPage|DatabaseErrorPage|MigrationsEndPoint)\s*\(/g,
    refine: (match, view) =>
      !/IsDevelopment\s*\(|IsEnvironment\s*\(|#if\s+DEBUG/.test(
        view.code.slice(Math.max(0, (match.index ?? 0) - 300), match.index),
      ),
  },
];
