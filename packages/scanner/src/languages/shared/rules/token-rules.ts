import { callText } from '../../../rules/call-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js, jwtText } from './session-rules.ts';

const algorithm = {
  ...jwtText,
  id: 'access/unverified-token',
  impact: 'disclosure',
  confidence: 0.75,
  cwe: ['CWE-347', 'CWE-327'],
  description:
    'The token itself says how it is checked: with a public key as the secret of HS256, or not at all.',
  recommendation: 'Specify the one algorithm that is used, whatever the token says.',
} as const;

const key = {
  ...jwtText,
  id: 'access/unverified-token',
  confidence: 0.8,
  description:
    'The token contains the key that it is checked with: anybody can sign a token with a key of their own.',
  recommendation:
    'Take the key from a set of your own, and use the key id of the token only to choose from it.',
} as const;

const endless = {
  id: 'access/endless-session',
  impact: 'hygiene',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-613'],
  description: 'Anybody who finds such a token in a log or on an old machine can use it for ever.',
  recommendation: 'Let it expire after minutes or hours, and issue a new one to those who still have access.',
} as const;

const MAX_PAYLOAD_LENGTH = 1_200;

const hasEnd =
  /\bexp\b|expir|validity|lifetime|\bttl\b|notAfter|time_?to_?live|["']exp["']|setClaims\s*\(\s*\w|claims\s*\(\s*\w/i;
/** A payload written where the token is created. A payload from elsewhere may hold the expiry. */
const ownPayload = /["':]?\b(?:sub|id|user_?id|uid|user|username|email|login|role|iss|name)["']?\s*(?:=>|:)/i;

/** The same for languages whose libraries differ in one or two calls. */
const endlessElsewhere: readonly TextRule[] = [
  {
    ...endless,
    languages: ['Java', 'Kotlin', 'Scala'],
    pattern: /\bJwts\s*\.\s*builder\s*\(\s*\)|\bJWT\s*\.\s*create\s*\(\s*\)/g,
    over: 'code',
    needs: /jsonwebtoken|auth0/,
    refine: (match, view) => {
      const body = functionAt(match, view);
      return /\.(?:compact|sign)\s*\(/.test(body) && !hasEnd.test(body);
    },
  },
  {
    ...endless,
    languages: ['C#'],
    pattern: /\bnew\s+(?:[\w.]+\.)?JwtSecurityToken\s*\(\s*(?=[^)\s])/g,
    over: 'code',
    refine: (match, view) => {
      const body = functionAt(match, view);
      // Parsing a token creates none.
      return (
        /\bsigningCredentials\b|\bSigningCredentials\b/.test(body) &&
        !/expir|DateTime|TimeSpan|Now\b/i.test(body)
      );
    },
  },
  {
    ...endless,
    languages: ['Go'],
    pattern: /\bjwt\.MapClaims\s*\{/g,
    over: 'code',
    refine: (match, view) => {
      const body = functionAt(match, view);
      return /\.SignedString\s*\(/.test(body) && ownPayload.test(body) && !/["']exp["']|expir/i.test(body);
    },
  },
  {
    ...endless,
    languages: ['PHP', 'Ruby'],
    pattern: /\bJWT(?:::|\.)encode\s*\(/g,
    over: 'code',
    refine: (match, view) => {
      const body = functionAt(match, view);
      return ownPayload.test(body) && !hasEnd.test(body) && !/\.merge\b|array_merge|\*\*/.test(body);
    },
  },
];

/** Signed tokens whose own header chooses the algorithm, or that never expire. */
export const tokenRules: readonly TextRule[] = [
  {
    ...algorithm,
    languages: js,
    pattern:
      /\balgorithms?\s*:\s*\[?\s*(?:\w+\.){0,3}(?:\w*[hH]eader|decoded\w*|unverified\w*)[?!]?\.(?:header[?!]?\.)?alg\b|(?<!\w)decode\s*\(\s*[^()\n]{1,160},\s*(?:\w+\.){0,3}\w*[hH]eader[?!]?\.alg\s*\)/g,
    over: 'code',
    needs: /jsonwebtoken|jwt-simple|\bjose\b|@nestjs\/jwt|\bjws\b/,
  },
  {
    ...algorithm,
    languages: ['Python'],
    pattern:
      /\balgorithms?\s*=\s*\[?\s*(?:\w*header\w*|(?:\w+\.)?get_unverified_headers?\s*\([^()\n]{1,80}\))\s*(?:\[\s*["']alg["']\s*\]|\.get\s*\(\s*["']alg["'])/g,
  },
  {
    ...algorithm,
    languages: ['PHP'],
    pattern: /\bnew\s+(?:\\?[\w\\]*\\)?Key\s*\(\s*[^,()\n]{1,120},\s*\$\w*[hH]eader\w*(?:->|\[["'])alg\b/g,
  },
  {
    ...algorithm,
    languages: ['Ruby'],
    pattern: /\balgorithms?:\s*\[?\s*\w*header\w*(?:\[\s*["':]alg["']?\s*\]|\.fetch\(\s*["']alg["']\s*\))/g,
    needs: /\bJWT\b/,
  },
  {
    ...key,
    languages: js,
    pattern:
      /\b(?:importJWK|createLocalJWKSet|jwkToPem|jwk2pem|createPublicKey|importX509|importSPKI|importPKCS8)\s*\(\s*[^()\n;]{0,80}[hH]eader[?!]?\.(?:jwk|x5c)\b|\b(?:const|let|var)\s+\w+\s*=\s*\w*[hH]eader[?!]?\.(?:x5c|jwk|jku|x5u)\s*[;\n]|\bjwtVerify\s*\(\s*[^()\n]{1,120},\s*(?:jose\.)?EmbeddedJWK\b/g,
    over: 'code',
    needs: /jsonwebtoken|\bjose\b|jwk-to-pem|node-jose|jwks-rsa/,
    // An address, or a key that is compared with known ones, is not used as the key.
    refine: (match, view) =>
      !/\b(?:allow|trust|known|pinned|thumbprint|whitelist)\w*/i.test(functionAt(match, view)),
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: js,
    // `decode` as a function of its own, if the import is destructured.
    pattern: /(?<![\w.])decode\s*\(\s*[^,()\n]{1,120},\s*[^,()\n]{1,120},\s*true\b/g,
    over: 'code',
    needs: /jwt-simple/,
  },
  {
    ...endless,
    languages: js,
    pattern: /\b(?:jwt|jsonwebtoken|JWT)\.sign\s*\(/g,
    over: 'code',
    needs: /jsonwebtoken/,
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      // Named options, or a payload from another function, may hold the expiry.
      const isOpen = /\b(?:expiresIn|exp|notAfter)\b|,\s*\w*[oO]pt\w*|\.\.\.|\w\(/.test(call);
      return !isOpen && !/\b(?:expiresIn|exp|expir\w*)\b/.test(functionAt(match, view));
    },
  },
  {
    ...endless,
    languages: ['Python'],
    pattern: /\bjwt\.encode\s*\(/g,
    over: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      const around = functionAt(match, view);
      return (
        !/\bexp\b|expir|\*\*|\w\(/.test(call) && !/["']exp["']|\bexp\s*=|expir|claims\b|\*\*/.test(around)
      );
    },
  },
  ...endlessElsewhere,
];

/** The function around a match, without comments; if there is none, the lines before it. */
function functionAt(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  return around
    ? view.linesOf(around, 'withoutComments')
    : view.withoutComments.slice(Math.max(0, at - MAX_PAYLOAD_LENGTH), at + MAX_PAYLOAD_LENGTH);
}
