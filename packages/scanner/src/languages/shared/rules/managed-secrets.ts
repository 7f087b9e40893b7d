import { plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { managedLanguages } from './managed-handlers.ts';

const managed = { languages: managedLanguages, source: 'code', over: 'code' } as const;

/** Nonces, tokens, cookies and connections in Java, Kotlin and C# without their protection. */
export const managedSecretRules: readonly TextRule[] = [
  {
    ...managed,
    id: 'crypto/fixed-nonce',
    pattern:
      /\b(?:IvParameterSpec\s*\(\s*|GCMParameterSpec\s*\(\s*\w+\s*,\s*)(\w+(?:\.\w+)?)\s*\)|\bCreateEncryptor\s*\(\s*[\w.]+\s*,\s*(\w+)\s*\)|\.(?:IV|iv)\s*=\s*(\w+)\s*;|\bEncrypt(?:Cbc|Cfb)\s*\(\s*[\w.]+\s*,\s*(\w+)\s*[,)]|\b(?:IvParameterSpec\s*\(|GCMParameterSpec\s*\(\s*\w+\s*,|\bCreateEncryptor\s*\(\s*[\w.]+\s*,|\.(?:IV|iv)\s*=)\s*(?:new\s+byte\s*\[|ByteArray\s*\(\s*\d+\s*\)(?!\s*\.)|"[^"\n]*"\s*\.\s*(?:getBytes|toByteArray|encodeToByteArray)|(?:System\.Text\.)?Encoding\.\w+\.GetBytes\s*\(\s*"|Convert\.From\w+String\s*\(\s*")/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description:
      'A vector that is used twice reveals the authentication key of GCM, and in other modes shows which parts are equal.',
    recommendation: 'Fill it from the cryptographic generator for each message and send it along.',
    refine: (match, view) => {
      const name = match.slice(1).find((one) => one !== undefined);
      return name === undefined || isFixed(name.replace(/^this\./, ''), match, view);
    },
  },
  {
    ...managed,
    id: 'crypto/fixed-key',
    languages: ['Java', 'Kotlin'],
    pattern: /\bSecretKeySpec\s*\(\s*(\w+(?:\.\w+)?)\s*,/g,
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-321', 'CWE-798'],
    description: 'Anybody who reads the code can decrypt or sign what the key protects.',
    recommendation: 'Read the key from a key store or a secret store.',
    refine: (match, view) => isFixed(match[1] ?? '', match, view),
  },
  {
    ...managed,
    id: 'access/unverified-token',
    pattern:
      /\bJWT\s*\.\s*decode\s*\(|\bJWT\s*\(\s*\)\s*\.\s*decodeJwt\s*\(|\b(?:SignedJWT|JWSObject|JWTParser|PlainJWT)\s*\.\s*parse\s*\(|\.\s*parse(?:ClaimsJwt|PlaintextJwt|Unsecured\w+)\s*\(|\bset(?:SkipSignatureVerification|DisableRequireSignature)\s*\(|\.\s*unsecured\s*\(\s*\)|\bAlgorithm\s*\.\s*none\s*\(|\bSignatureValidator\s*=\s*(?:\([^()]{0,60}\)|delegate[^{]{0,60})\s*(?:=>|\{)|\bRequireSignedTokens\s*=\s*false|\.DoNotVerifySignature\s*\(|\bVerifySignature\s*=\s*false|\bnew\s+(?:JwtSecurityToken|JsonWebToken)\s*\(\s*\w+\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-347', 'CWE-345'],
    description: 'Anybody can forge a token for any user.',
    recommendation: 'Verify the signature with one fixed algorithm before you read the claims.',
    refine: (match, view) =>
      !/\.\s*verify\w*\s*\(|\bValidateToken\w*\s*\(|\.\s*process\s*\(/.test(wholeBody(match, view)),
  },
  {
    ...managed,
    id: 'transport/plain-protocol',
    over: 'withoutComments',
    pattern:
      /\b(?:URI\s*\.\s*create|(?:new\s+)?(?:URL|URI|Uri|HttpGet|HttpPost|HttpPut|HttpRequestMessage)|(?:getFor|postFor)\w+|exchange|uri|url|baseUrl|defaultRequest|get|post|put|submitForm|(?:Get|Post|Put|Delete|Send)\w*Async)\s*\((?:[^()"\n]{1,60},)?\s*\$?"http:\/\/(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|169\.254\.|172\.|\[|www\.w3\.|schemas?\.|[\w.-]*\bexample\b|[\w.-]*\.(?:local|internal|test|svc)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b[^"\n]*"/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-319'],
    description: 'Names, passwords and tokens can be read and changed in transit.',
    recommendation: 'Use https.',
    refine: (_match, view) =>
      /passw|passwd|credential|token|secret|bearer|authorization|api[-_]?key|\bcard|ssn|\bpin\b/i.test(
        view.withoutComments,
      ),
  },
  {
    ...managed,
    id: 'access/open-cors',
    over: 'withoutComments',
    languages: ['C#'],
    pattern: /\.\s*AllowAnyOrigin\s*\(\s*\)|\.\s*WithOrigins\s*\(\s*"\*"/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any site that somebody visits can read the responses of this service.',
    recommendation: 'List the allowed sites (WithOrigins).',
  },
  {
    ...managed,
    id: 'crypto/weak-hash',
    languages: ['C#'],
    pattern: /\b(?:Sign|Verify)(?:Data|Hash)\w*\s*\([^;]{0,200}\bHashAlgorithmName\s*\.\s*(?:SHA1|MD5)\b/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-328', 'CWE-327'],
    description: 'Two texts with the same hash can be made, and a signature of one is then valid for both.',
    recommendation: 'Use HashAlgorithmName.SHA256.',
  },
  {
    ...managed,
    id: 'access/cookie-flags',
    languages: ['Java', 'Kotlin'],
    over: 'withoutComments',
    pattern:
      /\b(?:ResponseCookie\s*\.\s*from|ServerCookie\s*\.\s*\w+|Cookie\s*\.\s*(?:of|cookie)|NewCookie\s*\.\s*Builder|CookieBuilder)\s*\(\s*("?[\w.-]+"?)[^;]{0,400}?(?:\.\s*build\s*\(\s*\)|;)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
    recommendation: 'Set secure, httpOnly and sameSite.',
    refine: (match) =>
      /\b(?:secure|httpOnly)\s*\(\s*false/i.test(match[0]) ||
      (/sess|token|auth|sid|remember|user|login/i.test(match[1] ?? '') &&
        !(/secure\s*\(\s*(?:true|\w)/i.test(match[0]) && /httpOnly\s*\(\s*(?:true|\w)/i.test(match[0]))),
  },
  {
    ...managed,
    id: 'access/forwarded-intent',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bPendingIntent\s*\.\s*get(?:Activity|Activities|Service|Broadcast|ForegroundService)\s*\([^;\n]{0,120},\s*(\w+)\s*,\s*[^;\n]{0,80}\bFLAG_MUTABLE\b/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-927', 'CWE-926', 'CWE-925'],
    description:
      'Whoever gets it can change its target, and it runs with the permissions of this application.',
    recommendation: 'Use FLAG_IMMUTABLE, and name the target class.',
    refine: ([, intent = ''], view) => {
      const name = plain(intent);
      return !new RegExp(
        String.raw`\b${name}\s*=\s*(?:new\s+)?Intent\s*\([^)]*(?:::class|\.class)|\b${name}\s*\.\s*(?:setClass|setComponent|setPackage|component\s*=|\`?package)`,
      ).test(view.code);
    },
  },
];

/** Whether a name holds bytes written in the code, and nothing overwrites them. */
function isFixed(name: string, match: RegExpMatchArray, view: SourceView): boolean {
  const own = plain(name.replace(/^.*\./, ''));
  const definition = new RegExp(
    String.raw`\b${own}\s*(?::\s*\w+\s*)?=\s*(?:"[^"\n]*"\s*\.\s*(?:getBytes|toByteArray|encodeToByteArray)|ByteArray\s*\(\s*\d+\s*\)\s*(?:\n|;)|byteArrayOf\s*\(|new\s*(?:byte)?\s*\[[^\]]*\]\s*[{;]|\{|\[\s*\d|(?:System\.Text\.)?Encoding\.\w+\.GetBytes\s*\(\s*"|(?:Convert\.From\w+String|Base64\.getDecoder\(\)\.decode|Hex\.decode\w*|HexFormat\.of\(\)\.parseHex)\s*\(\s*")`,
  );
  const filled = new RegExp(
    String.raw`(?:[nN]extBytes|GetBytes|Fill|GetNonZeroBytes|[rR]ead\w*|CopyTo|Copy|BlockCopy|arraycopy|copyInto|fill|get|wrap)\s*\([^;\n]*\b${own}\b|\b${own}\s*\[\s*\w+\s*\]\s*=|\b${own}\s*=\s*\w+\.(?:IV|iv|getIV)\b`,
  );
  // Checks the function first: another one may use the same name for a random value.
  const body = wholeBody(match, view) || view.code;
  if (definition.test(body)) return !filled.test(body);
  if (
    new RegExp(
      String.raw`\b${own}\s*(?::\s*\w+\s*)?=(?!=)|[(,]\s*(?:final\s+)?byte\s*\[\]\s*${own}\b|\b${own}\s*:\s*ByteArray`,
    ).test(body)
  )
    return false;
  return definition.test(view.code) && !filled.test(view.code);
}
