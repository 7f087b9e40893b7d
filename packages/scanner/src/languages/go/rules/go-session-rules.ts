import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText } from '../../shared/rules/session-rules.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const goSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Go'],
    pattern: /&?\bhttp\.Cookie\s*\{([^}]{0,800})\}/g,
    over: 'code',
    // A cookie in an outgoing request, or one that deletes another, is not stored by a browser.
    refine: (match, view) =>
      !/Secure\s*:/.test(match[1] ?? '') &&
      !/MaxAge\s*:\s*-1/.test(match[1] ?? '') &&
      !/\.AddCookie\s*\(\s*$/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 40), match.index)) && {
        confidence: 0.55,
      },
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Go'],
    // Created empty, and filled field by field.
    pattern: /\b(\w+)\s*:=\s*(?:new\(\s*http\.Cookie\s*\)|&?http\.Cookie\s*\{\s*\})/g,
    over: 'code',
    refine: ([, name = ''], view) =>
      new RegExp(String.raw`\b${name}\.Value\s*=`).test(view.code) &&
      !new RegExp(String.raw`\b${name}\.(?:Secure\s*=|MaxAge\s*=\s*-)|\.AddCookie\s*\(\s*&?${name}\b`).test(
        view.code,
      ) && {
        confidence: 0.55,
      },
  },
  {
    id: 'access/fixed-oauth-state',
    languages: ['Go'],
    pattern: /\.AuthCodeURL\s*\(\s*("[^"\n]{0,80}"|[A-Za-z_]\w*)\s*[,)]/g,
    impact: 'weakening',
    confidence: 0.65,
    source: 'code',
    cwe: ['CWE-352'],
    description:
      'The state ties the response of the provider to the browser that asked: if everybody knows it, somebody can be signed in to the account of another.',
    recommendation:
      'Generate a random state for each sign-in, keep it in a cookie, and compare it in the callback.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const around = view.functionAt(view.lineAt(at));
      const before = view.withoutComments.slice(around ? view.offsetOf(around.line) : 0, at);
      // The answer goes to the user's own machine.
      if (/https?:\/\/(?:localhost|127\.|\[::1\])|\boob\b/.test(before)) return false;
      // A terminal program prints the URL for its own user.
      return (
        resolveConstant(match[1] ?? '', at, view) !== undefined &&
        !/\bos\.Std|\bfmt\.(?:Scan|Print)|\blog\.Print/.test(view.code.slice(at, at + 400))
      );
    },
  },
];
