import type { ApplicationIndex } from '../../types/application-index.ts';
import type { FileLookup } from '../../types/file-entry.ts';
import type { Finding } from '../../types/finding.ts';
import type { Edit } from './edit.ts';
import { closingBracket } from './expression.ts';
import { fixCommand, fixEval, fixNosql, fixPath, fixSql, fixXss, fixXxe } from './fix-injection.ts';
import { fixManagedPath } from './fix-managed-path.ts';
import { fixManagedSql } from './fix-managed-sql.ts';
import { fixSecret } from './fix-secret.ts';
import { settingFixers } from './fix-settings.ts';
import { fixTemplate } from './fix-template.ts';
import { fixVersion } from './fix-version.ts';
import { first, swap } from './swap.ts';

/** Where a finding stands, for those that mend it. */
export interface FixSite {
  finding: Finding;
  text: string;
  /** From the first line of the finding to the end of the statement's lines. */
  start: number;
  end: number;
  /** The text there. */
  code: string;
  language: string | null;
  index: ApplicationIndex;
  files: FileLookup;
}

export type Fixer = (site: FixSite) => Edit[] | undefined;

/** Adds arguments before the bracket that closes a call. */
function addArguments(call: RegExp, wanted: readonly [RegExp, string][]): Fixer {
  return (site) => {
    const match = call.exec(site.code);
    if (!match) return undefined;
    const open = site.start + match.index + match[0].length - 1;
    const close = closingBracket(site.text, open);
    if (close < 0) return undefined;
    const given = site.text.slice(open + 1, close);
    const missing = wanted.filter(([pattern]) => !pattern.test(given)).map(([, text]) => text);
    if (missing.length === 0) return undefined;
    const separator = given.trim() === '' || given.trim().endsWith(',') ? ' ' : ', ';
    return [
      {
        file: site.finding.file,
        start: close,
        end: close,
        replacement: (given.trim() === '' ? '' : separator) + missing.join(', '),
      },
    ];
  };
}

/** Needs no import, so that it stands in modules, scripts and browsers alike. */
const randomWord = 'globalThis.crypto.getRandomValues(new Uint32Array(1))[0]';

/** What mends findings of a rule, where a change of few signs does. */
export const fixers: Readonly<Record<string, Fixer>> = {
  'access/cookie-flags': first(
    swap(
      [/(\.set(?:Secure|HttpOnly)\s*\(\s*)false/, '$1true'],
      [/(\b(?:secure|httpOnly)\s*:\s*)false/, '$1true'],
      [/^(\s*server\.servlet\.session\.cookie\.(?:secure|http-only)\s*=\s*)false/m, '$1true'],
      [/(\b(?:requireSSL|httpOnlyCookies)\s*=\s*")false"/, '$1true"'],
      [/(_COOKIE_(?:SECURE|HTTPONLY)\s*=\s*)False/, '$1True'],
      [/(\b(?:Secure|HttpOnly)\s*=\s*)false/, '$1true'],
    ),
    addArguments(/\.set_cookie\s*\(/, [
      [/\bsecure\s*=/, 'secure=True'],
      [/\bhttponly\s*=/, 'httponly=True'],
      [/\bsamesite\s*=/, "samesite='Lax'"],
    ]),
    swap([/(&?http\.Cookie\s*\{)/, '$1Secure: true, HttpOnly: true, ']),
    swap([
      /(\b(?:express)?[sS]ession\s*\(\s*\{)/,
      "$1 cookie: { secure: true, httpOnly: true, sameSite: 'lax' },",
    ]),
  ),
  'access/debug-mode': swap(
    [/(\bdebug\s*=\s*)True/, '$1False'],
    [/(DEBUG\s*=\s*|\["DEBUG"\]\s*=\s*|\['DEBUG'\]\s*=\s*)True/, '$1False'],
    [/(use_debugger\s*=\s*)True/, '$1False'],
    [/(include-stacktrace\s*[=:]\s*)always/, '$1never'],
    [/(<compilation\b[^>]*\bdebug\s*=\s*")true/, '$1false'],
    [/(<customErrors\b[^>]*\bmode\s*=\s*")Off/, '$1RemoteOnly'],
    [/(<trace\b[^>]*\benabled\s*=\s*")true/, '$1false'],
  ),
  'access/open-permissions': swap([/\b0o?(777)\b/, '0o700'], [/\b0o?(?:666|667|766|776|757)\b/, '0o600']),
  'access/unverified-token': swap(
    [/("verify_signature"\s*:\s*)False/, '$1True'],
    [/('verify_signature'\s*:\s*)False/, '$1True'],
    [/(\bverify\s*=\s*)False/, '$1True'],
    [/(ignoreExpiration\s*:\s*)true/, '$1false'],
    // What is signed is a token of claims alone: the same parser refuses what is not.
    [/(\bJwts\.parser(?:Builder)?\(\)[^;\n<>]{0,200}\.)parse\(/, '$1parseClaimsJws('],
    [/(ValidateIssuerSigningKey\s*=\s*|RequireSignedTokens\s*=\s*)false/, '$1true'],
  ),
  'access/validation-off': swap(
    [/\[ValidateInput\s*\(\s*false\s*\)\]/, '[ValidateInput(true)]'],
    [
      /(\b(?:validateRequest|enableViewStateMac|enableEventValidation|enableHeaderChecking)\s*=\s*")false"/i,
      '$1true"',
    ],
    [/(RequireHttpsMetadata\s*=\s*|ValidateLifetime\s*=\s*|EnableViewStateMac\s*=\s*)false/, '$1true'],
  ),
  'access/archive-extraction': addArguments(/\.extractall\s*\(/, [[/filter\s*=/, "filter='data'"]]),
  'access/fixed-signing-key': fixSecret,
  'crypto/weak-hash': swap(
    [/(createHash\s*\(\s*)(['"])(?:md[245]|sha-?1)\2/i, '$1$2sha256$2'],
    [/\bhashlib\.(?:md5|sha1|md4)(\s*\()/, 'hashlib.sha256$1'],
    [/(hashlib\.new\s*\(\s*)(["'])(?:md[245]|sha1)\2/, '$1$2sha256$2'],
    [/(MessageDigest\s*\.\s*getInstance\s*\(\s*)"(?:MD[245]|SHA-?1?)"/i, '$1"SHA-256"'],
    [/\b(?:MD5|SHA1)(?:CryptoServiceProvider)?\.Create\s*\(/, 'SHA256.Create('],
  ),
  'crypto/weak-random': swap(
    [
      /\brandom\.(random|randint|randrange|choice|choices|sample|getrandbits|uniform|shuffle)(\s*\()/,
      'random.SystemRandom().$1$2',
    ],
    [/\bnew\s+(?:java\.util\.)?Random\s*\(\s*\)/, 'new java.security.SecureRandom()'],
    [/\bMath\.floor\s*\(\s*Math\.random\(\)\s*\*\s*(\d+|[A-Za-z_$][\w$.]*)\s*\)/, `(${randomWord} % $1)`],
    [
      /\bMath\.floor\s*\(\s*\(\s*Math\.random\(\)\s*\*\s*(\d+)\s*\)\s*\+\s*(\d+)\s*\)/,
      `(${randomWord} % $1 + $2)`,
    ],
    [/\bMath\.floor\s*\(\s*Math\.random\(\)\s*\*\s*(\d+)\s*\+\s*(\d+)\s*\)/, `(${randomWord} % $1 + $2)`],
  ),
  'transport/unchecked-certificate': swap(
    [/(rejectUnauthorized\s*:\s*|strictSSL\s*:\s*)false/, '$1true'],
    [/(\bverify(?:_ssl)?\s*=\s*)False/, '$1True'],
    [/(InsecureSkipVerify\s*:\s*)true/, '$1false'],
    [/(check_hostname\s*=\s*)False/, '$1True'],
    [/(['"]verify(?:_peer(?:_name)?)?['"]\s*=>\s*)false/, '$1true'],
    [/(CURLOPT_SSL_VERIFYPEER\s*,\s*)(?:false|0)/i, '$1true'],
    [/(CURLOPT_SSL_VERIFYHOST\s*,\s*)(?:false|0)/i, '$12'],
    [/(danger_accept_invalid_(?:certs|hostnames)\s*\(\s*)true/, '$1false'],
    [/\bssl\._create_unverified_context\b/, 'ssl.create_default_context'],
  ),
  'transport/old-tls': swap(
    [/tls\.Version(?:SSL30|TLS10|TLS11)/, 'tls.VersionTLS12'],
    [/((?:secureProtocol)\s*:\s*)['"]\w+['"]/, "$1'TLSv1_2_method'"],
    [/(minVersion\s*:\s*)['"][\w.]+['"]/, "$1'TLSv1.2'"],
    [/(SSLContext\.getInstance\s*\(\s*)"[^"]*"/, '$1"TLSv1.2"'],
    [/PROTOCOL_(?:SSLv[23]|TLSv1(?:_1)?)\b/, 'PROTOCOL_TLS_CLIENT'],
  ),
  'crypto/short-key': swap([
    /(modulusLength\s*:\s*|key_size\s*=\s*|\.generate\s*\(\s*|GenerateKey\s*\([^,]+,\s*|RSA\.Create\s*\(\s*|newkeys\s*\(\s*|initialize\s*\(\s*)\d+/,
    '$13072',
  ]),
  'injection/unsafe-yaml': swap([
    /\byaml\.(?:unsafe_|full_)?load(\s*\([^,()]*(?:\([^()]*\)[^,()]*)*)(?:,\s*(?:Loader\s*=\s*)?(?:yaml\.)?\w*Loader)?\s*\)/,
    'yaml.safe_load$1)',
  ]),
  'injection/xxe': first(
    fixXxe,
    swap(
      [/((?:noent|replaceEntities)\s*:\s*)true/, '$1false'],
      [/(resolve_entities\s*=\s*)True/, '$1False'],
      [/(no_network\s*=\s*)False/, '$1True'],
      [/(load_dtd\s*=\s*)True/, '$1False'],
      [/(DtdProcessing\s*=\s*)DtdProcessing\.Parse/, '$1DtdProcessing.Prohibit'],
    ),
  ),
  'injection/autoescape-off': swap(
    [/(autoescape\s*=\s*)False/, '$1True'],
    [/(autoescape\s*:\s*)false/, '$1true'],
    [/(noEscape\s*:\s*)true/, '$1false'],
  ),
  'injection/unserialize': swap([
    /\b(?:serialize|nodeSerialize|serializer)\.unserialize\s*\(/,
    'JSON.parse(',
  ]),
  'injection/deserialization': swap(
    [/\b(?:\w+\.)?unserialize\s*\(/, 'JSON.parse('],
    [/\byaml\.(?:unsafe_|full_)?load\s*\(/, 'yaml.safe_load('],
  ),
  'injection/sql': first(fixSql, fixManagedSql),
  'injection/command': fixCommand,
  'injection/code': fixEval,
  'injection/nosql': fixNosql,
  'injection/path': first(fixPath, fixManagedPath),
  'injection/xss': fixXss,
  'injection/unescaped-output': fixTemplate,
  'injection/dom-markup': swap([
    // A name that speaks of markup holds some.
    /\.innerHTML(\s*=\s*(?![\w$.[\]]*(?:html|markup|template|svg|content))[\w$.[\]]+\s*(?:;|$))/im,
    '.textContent$1',
  ]),
  'resources/no-timeout': addArguments(/\brequests\.\w+\s*\(|urlopen\s*\(/, [
    [/\btimeout\s*=/, 'timeout=10'],
  ]),
  ...settingFixers,
  'reliability/nan-comparison': swap(
    [/\b([\w.]+)\s*===?\s*NaN\b/, 'Number.isNaN($1)'],
    [/\b([\w.]+)\s*!==?\s*NaN\b/, '!Number.isNaN($1)'],
  ),
  'test-quality/only': swap([/(\b(?:it|test|describe|context|suite)\b)\.only\b/, '$1']),
  'supply-chain/vulnerable-package': fixVersion,
  'supply-chain/malicious-package': fixVersion,
};

/** The fixer of a rule; secrets of every format are mended alike. */
export function fixerOf(ruleId: string): Fixer | undefined {
  return (
    fixers[ruleId] ??
    (ruleId.startsWith('secrets/') && ruleId !== 'secrets/private-key' ? fixSecret : undefined)
  );
}
