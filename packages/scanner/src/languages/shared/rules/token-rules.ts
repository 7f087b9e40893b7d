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
    'The token says itself how it is to be checked: with a public key as the secret of HS256, or with none at all.',
  recommendation: 'Name the one algorithm that is used, whatever the token says.',
} as const;

const key = {
  ...jwtText,
  id: 'access/unverified-token',
  confidence: 0.8,
  description:
    'The token brings the key that it is checked with: whoever makes a key of his own is believed.',
  recommendation: 'Take the key from a set of your own, and the key id of the token only to choose from it.',
} as const;

const endless = {
  id: 'access/endless-session',
  impact: 'hygiene',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-613'],
  description: 'Who finds such a token in a log or on an old machine can use it for ever.',
  recommendation: 'Let it end after minutes or hours, and give a new one to those who still may.',
} as const;

const MAX_PAYLOAD_LENGTH = 1_200;

const hasEnd =
  /\bexp\b|expir|validity|lifetime|\bttl\b|notAfter|time_?to_?live|["']exp["']|setClaims\s*\(\s*\w|claims\s*\(\s*\w/i;
/** A payload that is written where the token is made; what comes from elsewhere may hold the end. */
const ownPayload = /["':]?\b(?:sub|id|user_?id|uid|user|username|email|login|role|iss|name)["']?\s*(?:=>|:)/i;

/** The same in languages whose libraries differ in a call or two. */
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
      // A text of a token is read, not made.
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

/** Signed tokens that are checked as they wish themselves, or never end. */
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
    // An address, or a key that is compared with known ones, is no key yet.
    refine: (match, view) =>
      !/\b(?:allow|trust|known|pinned|thumbprint|whitelist)\w*/i.test(functionAt(match, view)),
  },
  {
    ...jwtText,
    id: 'access/unverified-token',
    languages: js,
    // A function of its own name, where the package is taken apart.
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
      // Options that have a name, and a payload that another function makes, may hold it.
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

/** The function around a match, without comments; the lines before it where there is none. */
function functionAt(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  return around
    ? view.linesOf(around, 'withoutComments')
    : view.withoutComments.slice(Math.max(0, at - MAX_PAYLOAD_LENGTH), at + MAX_PAYLOAD_LENGTH);
}
