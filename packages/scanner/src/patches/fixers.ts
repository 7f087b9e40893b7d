import type { Finding } from '../types/finding.ts';
import { fixCertificate, fixCookie, fixDebug, fixExtraction, fixPermissions } from './fix-access.ts';
import { fixHash, fixKeyLength, fixRandom, fixToken } from './fix-crypto.ts';
import {
  deviceCertificate,
  deviceCookie,
  deviceFixers,
  deviceKeyLength,
  deviceParser,
  devicePath,
  deviceRandom,
  deviceTls,
} from './fix-device.ts';
import { fixDeviceSql } from './fix-device-sql.ts';
import { fixCommand, fixEval, fixNosql, fixSql } from './fix-injection.ts';
import { fixJavaCookie, fixMappedQuery, fixParser } from './fix-jvm.ts';
import { fixManagedPath } from './fix-managed-path.ts';
import { fixManagedSql } from './fix-managed-sql.ts';
import { fixShell } from './fix-php.ts';
import { fixXss, fixXxe } from './fix-python-markup.ts';
import { fixPath } from './fix-script-path.ts';
import { fixSecret } from './fix-secret.ts';
import { settingFixers } from './fix-settings.ts';
import { fixTemplate } from './fix-template.ts';
import { fixVersion } from './fix-version.ts';
import type { Fixer } from './fixer.ts';
import { addArguments, first, swap } from './swap.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;

const safeYaml = swap([
  /\byaml\.(?:unsafe_|full_)?load(\s*\([^,()]*(?:\([^()]*\)[^,()]*)*)(?:,\s*(?:Loader\s*=\s*)?(?:yaml\.)?\w*Loader)?\s*\)/,
  'yaml.safe_load$1)',
]);

/** The fixers by rule, for findings that a small change can fix. */
export const fixers: Readonly<Record<string, Fixer>> = {
  'access/cookie-flags': first(deviceCookie, fixCookie, fixJavaCookie),
  'access/debug-mode': fixDebug,
  'access/open-permissions': fixPermissions,
  'access/unverified-token': fixToken,
  'access/archive-extraction': fixExtraction,
  'crypto/weak-hash': fixHash,
  'crypto/weak-random': first(deviceRandom, fixRandom),
  'crypto/short-key': first(deviceKeyLength, fixKeyLength),
  'transport/unchecked-certificate': first(deviceCertificate, fixCertificate),
  ...deviceFixers,
  'access/validation-off': swap(
    [/\[ValidateInput\s*\(\s*false\s*\)\]/, '[ValidateInput(true)]'],
    [
      /(\b(?:validateRequest|enableViewStateMac|enableEventValidation|enableHeaderChecking)\s*=\s*")false"/i,
      '$1true"',
    ],
    [/(RequireHttpsMetadata\s*=\s*|ValidateLifetime\s*=\s*|EnableViewStateMac\s*=\s*)false/, '$1true'],
  ),
  'access/fixed-signing-key': fixSecret,
  'transport/old-tls': first(
    deviceTls,
    swap(
      [/tls\.Version(?:SSL30|TLS10|TLS11)/, 'tls.VersionTLS12'],
      [/\bsecureProtocol\s*:\s*['"]\w+['"]/, "minVersion: 'TLSv1.2'"],
      [/(minVersion\s*:\s*)['"][\w.]+['"]/, "$1'TLSv1.2'"],
      [/(SSLContext\.getInstance\s*\(\s*)"[^"]*"/, '$1"TLSv1.2"'],
      // For clients and servers, with the same checks as before.
      [/\bPROTOCOL_(?:SSLv[23]|TLSv1(?:_1)?)\b/, 'PROTOCOL_TLSv1_2'],
    ),
  ),
  'injection/unsafe-yaml': safeYaml,
  'injection/xxe': first(
    fixXxe,
    fixParser,
    deviceParser,
    swap(
      [/((?:noent|replaceEntities)\s*:\s*)true/, '$1false'],
      [/(resolve_entities\s*=\s*)True/, '$1False'],
      [/(no_network\s*=\s*)False/, '$1True'],
      [/(load_dtd\s*=\s*)True/, '$1False'],
      [/(setFeature\s*\(\s*(?:[\w.]*\.)?feature_external_[gp]es\s*,\s*)True/, '$1False'],
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
  'injection/deserialization': (site) =>
    jsLanguage.test(site.language ?? '')
      ? swap([/\b(?:\w+\.)?unserialize\s*\(/, 'JSON.parse('])(site)
      : site.language === 'Python'
        ? safeYaml(site)
        : undefined,
  'injection/sql': first(fixSql, fixManagedSql, fixDeviceSql),
  'injection/command': first(fixCommand, fixShell),
  'injection/code': fixEval,
  'injection/nosql': fixNosql,
  'injection/path': first(fixPath, fixManagedPath, devicePath),
  // Without the call, the view escapes the text, which has no markup of its own.
  'injection/xss': first(fixXss, swap([/("[^"<\n]*#\{[^"<\n]*")\.html_safe\b/, '$1'])),
  'injection/mapped-sql': fixMappedQuery,
  'injection/unescaped-output': fixTemplate,
  'injection/dom-markup': swap([
    // The value of a variable with such a name contains markup.
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

/** The fixer of a rule. All formats of secrets have the same one. */
export function fixerOf(ruleId: string): Fixer | undefined {
  const fixer =
    fixers[ruleId] ??
    (ruleId.startsWith('secrets/') && ruleId !== 'secrets/private-key' ? fixSecret : undefined);
  return fixer && ((site) => (isHandedOn(site.finding) ? undefined : fixer(site)));
}

/** Whether the call is to a function of the program, whose other arguments the library call does not show. */
function isHandedOn({ evidence, file, line }: Finding): boolean {
  const sink = evidence.findLast(({ role }) => role === 'sink');
  return sink !== undefined && (sink.file !== file || sink.line !== line);
}
