import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText } from '../../shared/rules/crypto-rules.ts';
import { keyText, oldTls, tls, unsalted } from '../../shared/rules/transport-rules.ts';

const swift = { languages: ['Swift'], source: 'code' } as const;
/** A literal string, or literal bytes. */
const fixed = String.raw`(?:"[^"\n\\]{4,}"|\[\s*(?:0x)?[\da-fA-F]+\s*(?:,\s*(?:0x)?[\da-fA-F]+\s*){3,300}\]|(?:Data|Array)\s*\(\s*(?:"[^"\n\\]{4,}"\.utf8|repeating\s*:\s*(?:0x)?\d+)|\[UInt8\]\s*\(\s*repeating\s*:\s*(?:0x)?\d+)`;

/** Weak keys, initialization vectors, salts and iteration counts. */
const materialRules: readonly TextRule[] = [
  {
    ...swift,
    id: 'crypto/fixed-nonce',
    pattern: new RegExp(
      String.raw`\b(?:iv|initializationVector|nonce)\s*:\s*${fixed}|\b(?:CBC|CTR|GCM|OFB|CFB|PCBC)\s*\(\s*iv\s*:\s*${fixed}|\b(?:let|var)\s+\w*(?:iv|IV|[nN]once)\s*(?::[^=\n]{1,40})?=\s*${fixed}`,
      'g',
    ),
    needs: /\b(?:AES|Cipher|CCCrypt|GCM|ChaCha|encrypt)/,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal plaintexts give equal ciphertexts, and in some modes the key stream repeats.',
    recommendation: 'Generate a new nonce for each message and send it along; AES.GCM.seal does this itself.',
  },
  {
    ...swift,
    id: 'crypto/fixed-salt',
    pattern: new RegExp(
      String.raw`\bsalt\s*:\s*${fixed}|\b(?:let|var)\s+\w*[sS]alt\s*(?::[^=\n]{1,40})?=\s*${fixed}`,
      'g',
    ),
    needs: /PBKDF|pbkdf|HKDF|Scrypt|scrypt|Argon|argon|hash|Hash/,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-760'],
    description: 'One table of guesses works for everything that is hashed with it.',
    recommendation: 'Generate a salt for each password and store it with the hash.',
  },
  {
    ...swift,
    id: 'crypto/few-rounds',
    over: 'code',
    pattern:
      /\b(?:PBKDF[12]|deriveKey)\s*\([^()]{0,300}\b(?:iterations|rounds)\s*:\s*(\d[\d_]*)|\bCCKeyDerivationPBKDF\s*\((?:[^()]|\([^()]{0,80}\)){0,400},\s*(\d[\d_]*)\s*,/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use at least 600,000 iterations of PBKDF2-SHA256, or argon2id.',
    refine: (match) => Number((match[1] ?? match[2] ?? '0').replaceAll('_', '')) < 10_000,
  },
  {
    ...cipherText,
    ...swift,
    id: 'crypto/block-by-block',
    over: 'code',
    pattern:
      /\bblockMode\s*:\s*(?:\.\s*ECB\b|ECB\s*\()|\bkCCOptionECBMode\b|\bkCCModeECB\b|\.(?:ecb|ECB)(?:Mode)?\b(?=\s*[,)\]])/g,
  },
];

/** Passwords with a fast hash, slow hashes with few iterations, and short keys. */
const strengthRules: readonly TextRule[] = [
  {
    ...swift,
    ...unsalted,
    pattern:
      /\b(?:SHA(?:256|384|512)|Insecure\.(?:MD5|SHA1))\.hash\s*\(\s*data\s*:\s*[^\n]{0,60}\b\w*(?:[pP]assword|passwd|passcode|passphrase)\b|\b\w*(?:[pP]assword|passwd|passphrase)\.(?:md5|sha1|sha2(?:24|56)|sha384|sha512|sha3)\s*\(/g,
  },
  {
    ...swift,
    id: 'crypto/few-rounds',
    over: 'code',
    pattern:
      /\b(?:Bcrypt|BCrypt)\.hash\s*\([^()\n]{0,120}\bcost\s*:\s*(\d+)|\.password\.async\s*\([^()]{0,80}\bcost\s*:\s*(\d+)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use a cost of at least 12.',
    refine: (match) => Number(match[1] ?? match[2] ?? '99') < 10,
  },
  {
    ...keyText,
    ...swift,
    id: 'crypto/short-key',
    over: 'code',
    pattern:
      /\bkSecAttrKeySizeInBits\b[^\n,\]]{0,40}?[:,=]\s*(\d{3,4})\b|\bkeySize\s*:\s*\.?(?:bits)?(512|768|1024)\b/g,
    needs: /RSA/,
    refine: (match) => Number(match[1] ?? match[2]) < 2_048 && Number(match[1] ?? match[2]) >= 512,
  },
];

/** Connections that trust anybody. */
const transportRules: readonly TextRule[] = [
  {
    ...tls,
    ...swift,
    id: 'transport/unchecked-certificate',
    over: 'code',
    pattern:
      /\.disableEvaluation\b|\bDisabled(?:Trust)?Evaluator\s*\(|\b(?:allowInvalidCertificates|allowsAnyHTTPSCertificate|setAllowsAnyHTTPSCertificate)\s*=\s*true\b|\bvalidatesDomainName\s*=\s*false\b|\bcertificateVerification\s*[:=]\s*\.none\b|\bkCFStreamSSLValidatesCertificateChain\b[^\n]{0,60}\bfalse\b|\bdisableSSLCertValidation\s*[:=]\s*true\b|\b(?:validateHost|validateCertificateChain|validatesCertificateChain|performDefaultValidation|kTSKEnforcePinning)\s*[:=]\s*false\b|\ballHostsMustBeEvaluated\s*:\s*false\b|\bsec_protocol_options_set_verify_block\s*\((?:[^{}]{0,200})\{[^{}]{0,160}\b\w+\s*\(\s*true\s*\)\s*\}|\bacceptSelfSignedCertificates\s*:\s*true\b|\bsecurity\?*\.overrideTrustHostname\s*=\s*true\b/g,
  },
  {
    ...tls,
    ...swift,
    id: 'transport/unchecked-certificate',
    over: 'code',
    pattern:
      /\bcompletionHandler\s*\(\s*(?:URLSession\.AuthChallengeDisposition)?\.useCredential\s*,\s*(?:URLCredential|NSURLCredential)\s*\(\s*(?:trust|forTrust)\s*:/g,
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const from =
        around === undefined ? Math.max(0, (match.index ?? 0) - 2_000) : view.offsetOf(around.line);
      // The code before decides whether the certificate was checked.
      return !/\bSecTrust(?:Evaluate\w*|CopyPublicKey|GetCertificateAtIndex|CopyCertificateChain|CopyKey)\b|\b(?:evaluate|validate|verify|isValid|pin|check)\w*\s*\(/i.test(
        view.code.slice(from, match.index),
      );
    },
  },
  {
    ...oldTls,
    ...swift,
    id: 'transport/old-tls',
    over: 'code',
    pattern:
      /\b(?:tlsMinimumSupportedProtocol(?:Version)?|TLSMinimumSupportedProtocol|tlsMaximumSupportedProtocol(?:Version)?)\s*=\s*(?:\w+\.)?\.?(?:TLSv10|TLSv11|DTLSv10|tlsProtocol1|tlsProtocol11|sslProtocol[23]\w*|sslProtocolAll)\b|\b(?:minimumTLSVersion|maximumTLSVersion)\s*[:=]\s*\.(?:tlsv1|tlsv11|sslv[23])\b|\bsec_protocol_options_set_min_tls_protocol_version\s*\([^()\n]{0,120}\.TLSv1[01]\b/g,
  },
];

/** The rules of the cryptography and transport agent. */
export const swiftCryptoRules: readonly TextRule[] = [...materialRules, ...strengthRules, ...transportRules];
