import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, corsText, js, jwtText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const scriptSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: js,
    pattern: /\b(?:res|reply|response|ctx)\.(?:cookie|setCookie|cookies\.set)\s*\(/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      if (/\b(?:secure|httpOnly)\s*:\s*false/.test(call)) return true;
      const options = /,\s*\{/.test(call);
      return !options &&
        /,\s*[^,]{1,300}$/.test(call) &&
        /session|token|auth|jwt|sid\b/i.test(call) &&
        !/,\s*\w*[oO]pt/.test(call)
        ? { confidence: 0.6 }
        : false;
    },
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: js,
    confidence: 0.5,
    pattern: /\b(?:express)?[sS]ession\s*\(\s*\{/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return (
        /\bsecret\b|\bresave\b/.test(call) &&
        !/\bsecure\s*:(?!\s*false)|\.\.\.\w+|cookie\s*:\s*\w+\s*[,}]/.test(call)
      );
    },
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: js,
    pattern: /\bcors\s*(?:\(|:)\s*\{/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return (
        /credentials\s*:\s*true/.test(call) &&
        /origin\s*:\s*(?:true|\[?\s*['"]\*|(?:async\s*)?(?:\([^)]{0,300}\)|\w+)\s*=>\s*(?:true|\{?\s*(?:return\s+)?\w+\(null,\s*(?:true|\w*[oO]rigin))|(?:\((\w+)[^)]{0,80}\)|(\w+))\s*=>\s*(?:\1|\2)\s*[,}])/.test(
          call,
        )
      );
    },
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: js,
    pattern:
      /\balgorithms?\s*:\s*\[?\s*['"]none['"]|\bjwt\.verify\s*\([^;]{0,300}\b(?:null|undefined|['"]{2})\s*,/gi,
  },
];
