import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const js = [...jsLanguages];
export const cookieText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-614', 'CWE-1004', 'CWE-319'],
  description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
  recommendation: 'Set secure, httpOnly and sameSite.',
} as const;
export const csrfText = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-352'],
  description: 'Another site can make the browsers of signed-in users send this request.',
  recommendation:
    'Leave the protection on, or accept only requests with a token that browsers do not add automatically.',
} as const;
export const corsText = {
  impact: 'disclosure',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-942', 'CWE-346'],
  description: 'Any site that a signed-in user visits can read what this service returns to that user.',
  recommendation: 'List the allowed sites, and refuse any other Origin.',
} as const;
export const jwtText = {
  impact: 'takeover',
  confidence: 0.85,
  source: 'code',
  cwe: ['CWE-347'],
  description: 'Anybody can forge a token for any user.',
  recommendation: 'Verify the signature with one fixed algorithm before you read the claims.',
} as const;

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const sessionRules: readonly TextRule[] = [
  {
    ...corsText,
    id: 'access/open-cors',
    languages: [...js, 'Python', 'Go', 'PHP', 'Java'],
    pattern:
      /Access-Control-Allow-Origin['"]\s*[,\]:=)]+\s*(?:req(?:uest)?\.(?:headers?|get)[^\n;]{0,300}origin|\$_SERVER\[['"]HTTP_ORIGIN|\w{1,12}\.Header\.Get\(["']Origin)/gi,
    // Only values from a list are accepted.
    refine: (match, view) =>
      !/\bif\s*\(?[^\n]{0,160}(?:\.includes\s*\(|\.has\s*\(|in_array\s*\(|\bin\b|contains\s*\(|\.test\s*\(|===?|\bslices\.Contains)[^\n]{0,80}[\s\S]{0,160}$/i.test(
        view.withoutComments
          .slice(Math.max(0, (match.index ?? 0) - 400), match.index)
          .split(/\n\s*\}\s*\n/)
          .at(-1) ?? '',
      ),
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: ['C#', 'Go'],
    pattern:
      /AllowAnyOrigin\s*\(\s*\)[^;]{0,300}AllowCredentials|SetIsOriginAllowed\s*\(\s*\w+\s*=>\s*true|AllowAllOrigins\s*[:=]\s*true[^}]{0,300}AllowCredentials\s*[:=]\s*true|UnsafeWildcardOriginWithAllowCredentials\s*:\s*true|AllowOrigin(?:Request)?Func\s*:\s*func\s*\([^)]{0,120}\)\s*(?:bool|\([^)]{0,60}\))\s*\{\s*return\s+true\b[^}]{0,20}\}[^}]{0,300}AllowCredentials\s*:\s*true/g,
    over: 'code',
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: ['Go', 'Java', 'C#'],
    pattern:
      /\bParseUnverified\s*\(|UnsafeAllowNoneSignatureType|\bparseClaimsJwt\s*\(|\bRequireSignedTokens\s*=\s*false|\bValidateIssuerSigningKey\s*=\s*false|\bSignatureValidator\s*=\s*(?:delegate|\()/g,
    over: 'code',
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: ['Python', ...js],
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-613'],
    pattern: /\bignoreExpiration\s*:\s*true|["']verify_exp["']\s*:\s*False/g,
    refine: (match, view) =>
      /jwt|jsonwebtoken|verify|decode|[pP]assport|Strategy|jose/.test(
        view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 400), match.index),
      ),
  },
];
