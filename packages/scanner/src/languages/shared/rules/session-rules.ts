import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const cookieText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-614', 'CWE-1004', 'CWE-319'],
  description: 'Without these flags the cookie travels over plain http and can be read by script.',
  recommendation: 'Set secure, httpOnly and sameSite.',
} as const;
const csrfText = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-352'],
  title: 'Protection against forged requests switched off',
  description: 'Another site can make the browsers of signed-in users send this request.',
  recommendation:
    'Leave the protection on, or take requests only with a token that browsers do not add by themselves.',
} as const;
const corsText = {
  impact: 'disclosure',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-942', 'CWE-346'],
  title: 'Any site may read answers with credentials',
  description: 'Any site that a signed-in user visits can read what this service answers to that user.',
  recommendation: 'List the sites that may, and answer no other Origin.',
} as const;
const jwtText = {
  impact: 'takeover',
  confidence: 0.85,
  source: 'code',
  cwe: ['CWE-347'],
  title: 'Token accepted without a checked signature',
  description: 'Whoever writes a token is believed to be whom it names.',
  recommendation: 'Verify the signature with one fixed algorithm before the claims are read.',
} as const;
/** Sessions and tokens: cookies without flags, forged requests, foreign sites, signatures that nobody checks. */
export const sessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
    languages: ['Java', 'Kotlin'],
    pattern: /\b(\w+)\s*\.\s*set(Secure|HttpOnly)\s*\(\s*false\s*\)/g,
    over: 'code',
    refine: (match) => ({ cwe: [match[2] === 'Secure' ? 'CWE-614' : 'CWE-1004'] }),
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
    languages: ['Java', 'Kotlin'],
    confidence: 0.5,
    pattern: /\b(\w+)\s*=\s*new\s+(?:javax\.servlet\.http\.|jakarta\.servlet\.http\.)?Cookie\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      !new RegExp(`\\b${match[1]}\\s*\\.\\s*setSecure\\s*\\(`).test(view.code) &&
      !/setMaxAge\s*\(\s*0\s*\)/.test(view.code),
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
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
    title: 'Session cookie without its flags',
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
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
    languages: ['Python'],
    pattern: /\.set_cookie\s*\(/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      // A jar takes a cookie that was made elsewhere.
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
    title: 'Cookies without their flags',
    languages: ['Python'],
    pattern: /\b(?:SESSION|CSRF|REMEMBER)_COOKIE_(?:SECURE|HTTPONLY)['"\]]*\s*=\s*False/g,
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
    languages: ['Go'],
    pattern: /&?\bhttp\.Cookie\s*\{([^}]{0,800})\}/g,
    over: 'code',
    // One that is sent to a server, or that takes another back, is kept by no browser.
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
    title: 'Cookie without its flags',
    languages: ['C#'],
    pattern: /\b(?:Secure|HttpOnly)\s*=\s*false\b|CookieSecurePolicy\.None/g,
    over: 'code',
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    title: 'Cookie without its flags',
    languages: ['PHP'],
    pattern: /(?<![>:\w])setcookie\s*\(([^;]{0,300})\)\s*;/g,
    over: 'code',
    refine: (match) =>
      (match[1] ?? '').split(',').length < 6 && !/\[/.test(match[1] ?? '') && { confidence: 0.6 },
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bcsrf\s*\(\s*\)\s*\.\s*disable\s*\(|\bcsrf\s*\(\s*(?:\w+\s*->\s*\w+\.disable\s*\(\s*\)|[\w.]+::disable|\{\s*it\.disable)/g,
    over: 'code',
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
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Ruby'],
    pattern:
      /\bskip_before_action\s+:verify_authenticity_token|\bprotect_from_forgery\s+(?:with:\s*:null_session|(?:[^\n]{0,80}\s)?except:)/g,
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['C#'],
    pattern: /\[IgnoreAntiforgeryToken\]|\bnew\s+IgnoreAntiforgeryTokenAttribute\s*\(/g,
    over: 'code',
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: js,
    pattern: /\bcors\s*\(\s*\{/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return (
        /credentials\s*:\s*true/.test(call) &&
        /origin\s*:\s*(?:true|['"]\*|\([^)]{0,300}\)\s*=>\s*(?:true|\w+\(null,\s*true))/.test(call)
      );
    },
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: [...js, 'Python', 'Go', 'PHP', 'Java'],
    pattern:
      /Access-Control-Allow-Origin['"]\s*[,\]:=)]+\s*(?:req(?:uest)?\.(?:headers?|get)[^\n;]{0,300}origin|\$_SERVER\[['"]HTTP_ORIGIN|\w{1,12}\.Header\.Get\(["']Origin)/gi,
    // Only what stands in a list is let in.
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
    languages: ['Python'],
    pattern:
      /\bCORS_ALLOW_ALL_ORIGINS\s*=\s*True|\bCORS_ORIGIN_ALLOW_ALL\s*=\s*True|allow_origins\s*=\s*\[\s*["']\*["']\s*\][^)]{0,300}allow_credentials\s*=\s*True/g,
    refine: (_match, view) =>
      /ALLOW_CREDENTIALS\s*=\s*True|allow_credentials\s*=\s*True/.test(view.text) || { impact: 'hygiene' },
  },
  {
    ...corsText,
    id: 'access/open-cors',
    languages: ['C#', 'Go'],
    pattern:
      /AllowAnyOrigin\s*\(\s*\)[^;]{0,300}AllowCredentials|SetIsOriginAllowed\s*\(\s*\w+\s*=>\s*true|AllowAllOrigins\s*[:=]\s*true[^}]{0,300}AllowCredentials\s*[:=]\s*true/g,
    over: 'code',
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: js,
    pattern:
      /\balgorithms?\s*:\s*\[?\s*['"]none['"]|\bjwt\.verify\s*\([^;]{0,300}\b(?:null|undefined|['"]{2})\s*,/gi,
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: ['Python'],
    pattern:
      /\bverify_signature["']?\s*[:=]\s*False|\bjwt\.decode\s*\([^)]{0,300}\bverify\s*=\s*False|\balgorithms?\s*=\s*\[?\s*["']none["']|\bjwt\.process_jwt\s*\(|\bget_unverified_claims\s*\(/gi,
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
    title: 'Expired tokens are accepted',
    cwe: ['CWE-613'],
    pattern: /\bignoreExpiration\s*:\s*true|["']verify_exp["']\s*:\s*False/g,
    refine: (match, view) =>
      /jwt|jsonwebtoken|verify|decode|[pP]assport|Strategy|jose/.test(
        view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 400), match.index),
      ),
  },
];
