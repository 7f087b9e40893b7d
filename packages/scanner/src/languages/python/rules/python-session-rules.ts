import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, corsText, csrfText, jwtText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const pythonSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Python'],
    pattern: /\.set_cookie\s*\(/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      // A cookie that was created elsewhere.
      if (/^\s*\w+\s*$/.test(call)) return false;
      const isOpenToSites = /\bsecure\s*=(?!\s*False)/.test(call) && /\bsamesite\s*=\s*None\b/.test(call);
      if (isOpenToSites && /\bhttponly\s*=(?!\s*False)/.test(call))
        return { cwe: ['CWE-1275', 'CWE-352'], impact: 'hygiene', confidence: 0.5 };
      return (
        !/\*\*/.test(call) &&
        (!/\bsecure\s*=(?!\s*False)/.test(call) || !/\bhttponly\s*=(?!\s*False)/.test(call)) && {
          confidence: /=\s*False/.test(call) ? 0.8 : 0.6,
        }
      );
    },
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Python'],
    pattern: /\b(?:SESSION|CSRF|REMEMBER)_COOKIE_(?:SECURE|HTTPONLY)['"\]]*\s*=\s*False/g,
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Python'],
    pattern:
      /^[ \t]*@(?:[\w.]+\.)?csrf_exempt\b|\bWTF_CSRF_ENABLED['"\]]*\s*=\s*False|@\w+\.exempt\b(?=[\s\S]{0,40}def)/gm,
    // Tests send no tokens.
    refine: (match, view) =>
      !/\bTESTING\s*=\s*True/.test(
        view.withoutComments.slice((match.index ?? 0) - 200, (match.index ?? 0) + 200).split(/\)\s*\n/)[0] ??
          '',
      ),
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: ['Python'],
    pattern:
      /\bCORS_ALLOW_ALL_ORIGINS\s*=\s*True|\bCORS_ORIGIN_ALLOW_ALL\s*=\s*True|allow_origins\s*=\s*\[\s*["']\*["']\s*\][^)]{0,300}allow_credentials\s*=\s*True/g,
    refine: (_match, view) =>
      /ALLOW_CREDENTIALS\s*=\s*True|allow_credentials\s*=\s*True/.test(view.text) || { impact: 'hygiene' },
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: ['Python'],
    pattern:
      /\bverify_signature["']?\s*[:=]\s*False|\bjwt\.decode\s*\([^)]{0,300}\bverify\s*=\s*False|\balgorithms?\s*=\s*\[?\s*["']none["']|\bjwt\.process_jwt\s*\(|\bget_unverified_claims\s*\(/gi,
  },
];
