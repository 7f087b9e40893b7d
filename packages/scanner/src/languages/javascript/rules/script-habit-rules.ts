import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** The first match of a pattern after another one; -1 if there is none. */
function firstAfter(code: string, before: RegExp, pattern: RegExp): number {
  const from = code.search(before);
  const at = from < 0 ? -1 : code.slice(from).search(pattern);
  return at < 0 ? -1 : from + at;
}

/** Common mistakes: known passwords, names that are checked before use, fixed nonces. */
export const scriptHabitRules: readonly TextRule[] = [
  {
    id: 'access/session-fixation',
    languages: [...jsLanguages],
    pattern:
      /\breq(?:uest)?\.session\.(?:user_?id|user|account|uid|logged_?in|isAuthenticated|authenticated)\s*=(?!=)(?!\s*(?:null|undefined|false|0|''|"")\s*[;,)\n])/gi,
    over: 'code',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-384'],
    description: 'An attacker who planted a session id in the browser earlier is signed in with it too.',
    recommendation: 'Call session.regenerate before you store the user in the session.',
    source: 'code',
    refine: (match, view) =>
      !/\.regenerate\s*\(/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 500), match.index)),
  },
  {
    id: 'access/silent-sign-in-failure',
    languages: [...jsLanguages],
    pattern: /\bdone\s*\(\s*null\s*,\s*false\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-778', 'CWE-223'],
    description:
      'Guessing of passwords goes unnoticed if failed attempts are not logged with the account and the address.',
    recommendation: 'Log failed sign-ins with account and address, and alert when there are many.',
    source: 'code',
    refine: (match, view) =>
      /Strategy\s*\(/.test(view.code) &&
      !/\b(?:log(?:ger)?|console|winston|pino|audit|bunyan)\s*\.\s*\w+\s*\(|\blog\s*\(/.test(view.code) &&
      // Reported once, at the first call in a strategy.
      firstAfter(view.code, /Strategy\s*\(/, /\bdone\s*\(\s*null\s*,\s*false\b/) === match.index,
  },
  {
    id: 'access/excess-data',
    languages: [...jsLanguages],
    pattern:
      /\b\w*(?:User|Account|Customer|Member|Employee|Patient)s?(?:Model|Repository|Repo)?\.(?:findAll|find|findMany|all)\s*\(\s*(?:\{\s*\})?\s*\)[^;]{0,80}?\.then\s*\(\s*(?:async\s*)?(?:function\s*)?\(?\s*(\w+)\s*\)?\s*(?:=>)?\s*\{?[^;]{0,120}?\.(?:json|send)\s*\((?:\{[^{}]{0,120}?)?\b\1\b(?!\s*\.\s*map)|(?:const|let|var)\s+(\w+)\s*=\s*await\s+\w*(?:User|Account|Customer|Member|Employee|Patient)s?(?:Model|Repository|Repo)?\.(?:findAll|find|findMany|all)\s*\(\s*(?:\{\s*\})?\s*\)\s*;?[^;]{0,200}?\.(?:json|send)\s*\((?:\{[^{}]{0,120}?)?\b\2\b(?!\s*\.\s*map)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-200', 'CWE-213', 'CWE-359'],
    description: 'Password hashes, tokens and private fields leave the server although no page shows them.',
    recommendation: 'Select only the fields that the client needs.',
    source: 'code',
    refine: (_match, view) => !/toJSON\s*[(=:]|defaultScope|select\s*:\s*false|@Exclude/.test(view.code),
  },
  {
    id: 'access/logged-queries',
    languages: [...jsLanguages],
    pattern: /\bnew\s+Sequelize\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-532'],
    description:
      'By default this library writes every statement to the log, with passwords and personal data in it.',
    recommendation: 'Set logging: false, or a function that leaves values out.',
    source: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return !/\blogging\b(?!\s*:\s*(?:console\b|true\b))|\.\.\.|,\s*\w*(?:[oO]ptions|[cC]onfig)\s*$/.test(
        call,
      );
    },
  },
];
