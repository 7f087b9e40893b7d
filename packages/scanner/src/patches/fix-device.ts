import type { Edit } from './edit.ts';
import type { Fixer, FixSite } from './fixer.ts';
import { first, swap } from './swap.ts';

/** For one language only: the same words mean something else in others. */
const inLanguage =
  (language: string, fixer: Fixer): Fixer =>
  (site) =>
    site.language === language ? fixer(site) : undefined;

const swift = (...pairs: Parameters<typeof swap>) => inLanguage('Swift', swap(...pairs));
const dart = (...pairs: Parameters<typeof swap>) => inLanguage('Dart', swap(...pairs));
const scala = (...pairs: Parameters<typeof swap>) => inLanguage('Scala', swap(...pairs));

/** Enables the check of the server's certificate again. */
export const deviceCertificate: Fixer = first(
  swift(
    [/\bDisabled(?:Trust)?Evaluator\s*\(\s*\)/, 'DefaultTrustEvaluator()'],
    [/(\b(?:allowInvalidCertificates|(?:setAllows|allows)AnyHTTPSCertificate)\s*=\s*)true/, '$1false'],
    [/(\b(?:validatesDomainName|validatesCertificateChain)\s*=\s*)false/, '$1true'],
    [/(\ballHostsMustBeEvaluated\s*:\s*)false/, '$1true'],
    [/(\bcertificateVerification\s*[:=]\s*)\.none\b/, '$1.fullVerification'],
    [/(\bdisableSSLCertValidation\s*[:=]\s*)true/, '$1false'],
  ),
  dart(
    [/(\bbadCertificateCallback\s*=\s*\(?\s*\(?[^(){};=]{0,120}\)\s*=>\s*)true/, '$1false'],
    [/((?:\bonBadCertificate|\bvalidateCertificate)\s*[:=]\s*\([^(){}]{0,80}\)\s*=>\s*)true/, '$1false'],
    [/\bServerTrustAuthResponseAction\.PROCEED\b/, 'ServerTrustAuthResponseAction.CANCEL'],
  ),
  scala(
    [/(\b(?:withAcceptAnyCertificate|withDisableHostnameVerification)\s*\(\s*)true/, '$1false'],
    [/(\bwithHostnameVerification\s*\(\s*)false/, '$1true'],
    [/(\b(?:verifySslCerts|check_?[cC]ertificates?)\s*=\s*)false/, '$1true'],
    [/\btlsContext\.insecure\b/, 'tlsContext.system'],
  ),
);

export const deviceTls: Fixer = swift(
  [/(\b(?:tls|TLS)MinimumSupportedProtocol(?:Version)?\s*=\s*(?:\w+\.)?\.?)(?:TLSv10|TLSv11)\b/, '$1TLSv12'],
  [/(\bminimumTLSVersion\s*[:=]\s*)\.(?:tlsv1|tlsv11)\b/, '$1.tlsv12'],
);

export const deviceRandom: Fixer = first(
  dart([/(?<![\w.])Random\(\)/, 'Random.secure()']),
  swift(
    [/(?<![\w.])drand48\s*\(\s*\)/, 'Double.random(in: 0..<1)'],
    [/(?<![\w.])rand\s*\(\s*\)/, 'Int32.random(in: 0...Int32.max)'],
    [/(?<![\w.])random\s*\(\s*\)/, 'Int.random(in: 0...Int(Int32.max))'],
    [
      /\bGK(?:MersenneTwister|LinearCongruential|ARC4)RandomSource\s*\(\s*\)/,
      'GKRandomSource.sharedRandom()',
    ],
  ),
  scala([
    /(?<![\w.])(?:scala\.util\.)?Random(\.next(?:Int|Long|Bytes|Double)\s*\()/,
    'new java.security.SecureRandom()$1',
  ]),
);

export const deviceKeyLength: Fixer = first(
  swift([/(\bkSecAttrKeySizeInBits\b[^\n,\]]{0,40}?[:,=]\s*)\d{3,4}\b/, '$13072']),
  scala([/(\.initialize\s*\(\s*|\bRSAKeyGenParameterSpec\s*\(\s*)\d{3,4}\b/, '$13072']),
);

export const deviceCookie: Fixer = first(
  swift([/(\b(?:isSecure|isHTTPOnly)\s*:\s*)false/, '$1true']),
  dart([/(\.(?:httpOnly|secure)\s*=\s*)false/, '$1true']),
  scala([/(\b(?:secure|httpOnly)\s*=\s*)false/, '$1true']),
);

/** For rules about these languages only. */
export const deviceFixers: Readonly<Record<string, Fixer>> = {
  'access/open-keychain': swift(
    [/\bkSecAttrAccessibleAlways(?:ThisDeviceOnly)?\b/, 'kSecAttrAccessibleWhenUnlockedThisDeviceOnly'],
    [
      /(\.accessibility\s*\(\s*|\baccessible\s*[:=]\s*)\.always(?:ThisDeviceOnly)?\b/,
      '$1.whenUnlockedThisDeviceOnly',
    ],
  ),
  'access/open-file': swift(
    [/(\b(?:FileProtectionType|URLFileProtection)\s*\.\s*)none\b/, '$1complete'],
    [/\.noFileProtection\b/, '.completeFileProtection'],
    [/\bNSFileProtectionNone\b/, 'NSFileProtectionComplete'],
  ),
  'access/web-view': first(
    swift([/(\.[jJ]avaScriptCanOpenWindowsAutomatically\s*=\s*)true/, '$1false']),
    dart(
      [/(\ballow(?:Universal|File)AccessFromFileURLs\s*:\s*)true/, '$1false'],
      [/(\bsetAllowFileAccess\s*\(\s*)true/, '$1false'],
    ),
  ),
  'access/open-cors': first(
    swift([/(\ballowCredentials\s*:\s*)true/, '$1false']),
    scala([/(\ballowCredentials\s*=\s*|\bwithAllowCredentials\s*\(\s*)true/, '$1false']),
  ),
  'injection/unsafe-deserialization': swift([/(\.requiresSecureCoding\s*=\s*)false/, '$1true']),
  'transport/plain-protocol': swap(
    [/(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/, '$1<false/>'],
    [/(\bandroid:usesCleartextTraffic\s*=\s*")true/, '$1false'],
    [/(\bcleartextTrafficPermitted\s*=\s*")true/, '$1false'],
  ),
};

/** Disables external entities in an XML parser. */
export const deviceParser: Fixer = swift(
  [/(\.shouldResolveExternalEntities\s*=\s*)true/, '$1false'],
  [/(\.externalEntityResolvingPolicy\s*=\s*)\.always\b/, '$1.never'],
);

/** Removes the folders from a file name that is appended to a folder. */
export const devicePath: Fixer = (site) => {
  switch (site.language) {
    case 'Swift':
      return nameOf(
        site,
        /(\.appendingPathComponent\s*\(\s*|\.appending\s*\(\s*path\s*:\s*|"[^"\n]*\/\\\()([A-Za-z_]\w*)(?=\s*\))/,
        (name) => `(${name} as NSString).lastPathComponent`,
      );
    case 'Dart':
      return dartName(site);
    case 'Scala':
      return nameOf(
        site,
        /("[^"\n]*\/"\s*\+\s*|\bnew\s+(?:java\.io\.)?File\s*\([^()\n]*,\s*)([A-Za-z_]\w*)(?=\s*[),\n])/,
        (name) => `new java.io.File(${name}).getName`,
      );
    default:
      return undefined;
  }
};

function nameOf(site: FixSite, place: RegExp, last: (name: string) => string): Edit[] | undefined {
  const match = place.exec(site.code.split('\n', 1)[0] ?? '');
  const [, before = '', name = ''] = match ?? [];
  if (!match || !isFileName.test(name)) return undefined;
  const start = site.start + match.index + before.length;
  return [{ file: site.finding.file, start, end: start + name.length, replacement: last(name) }];
}

const isFileName =
  /(?:^|_)(?:file|filename|name|image|img|avatar|photo|document|attachment)$|(?:File|FileName|Filename)$/i;

/** With the path package, if the file imports it. */
function dartName(site: FixSite): Edit[] | undefined {
  const [, prefix] = /^import\s+['"]package:path\/path\.dart['"](?:\s+as\s+(\w+))?/m.exec(site.text) ?? [];
  if (!/package:path\/path\.dart/.test(site.text)) return undefined;
  const written = (name: string) => `${prefix === undefined ? '' : `${prefix}.`}basename(${name})`;
  const plain = nameOf(
    site,
    /((?:\bjoin|\bp\.join|\bpath\.join)\s*\([^()\n]*,\s*|\/'\s*\+\s*)([A-Za-z_]\w*)(?=\s*[),;])/,
    written,
  );
  if (plain) return plain;
  const match = /((["'])[^"'$\n]*\/)\$\{?([A-Za-z_]\w*)\}?(?=\2)/.exec(site.code.split('\n', 1)[0] ?? '');
  const [, before = '', , name = ''] = match ?? [];
  if (!match || !isFileName.test(name)) return undefined;
  const start = site.start + match.index + before.length;
  const end = site.start + match.index + match[0].length;
  return [{ file: site.finding.file, start, end, replacement: `\${${written(name)}}` }];
}
