import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code' } as const;

/** Settings of Go web applications that affect their own protection. */
export const goWebSettingRules: readonly TextRule[] = [
  {
    ...go,
    id: 'access/session-cookie',
    pattern: /\bsessions\.Options\s*\{([^{}]{0,600})\}/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Scripts can read the session cookie, or it is sent over plain connections.',
    recommendation: 'Set Secure, HttpOnly and SameSite.',
    refine: ([, options = '']) => {
      const lacks = ['Secure', 'HttpOnly'].filter(
        (name) => !new RegExp(`\\b${name}\\s*:(?!\\s*false)`).test(options),
      );
      if (lacks.length > 0) return { cwe: lacks.map((name) => (name === 'Secure' ? 'CWE-614' : 'CWE-1004')) };
      return /SameSiteNoneMode/.test(options) ? { cwe: ['CWE-1275'], impact: 'hygiene' } : false;
    },
  },
  {
    ...go,
    id: 'crypto/weak-cipher-suite',
    pattern: /\btls\.TLS_\w*(?:_RC4_|_3DES_)\w+|\btls\.TLS_RSA_WITH_AES_\d+_CBC_SHA\w*/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-327', 'CWE-326'],
    description:
      'Recorded traffic can be decrypted later, or an attacker on the network path can decrypt it by tampering.',
    recommendation: 'Do not set CipherSuites: the defaults of the library are secure.',
  },
  {
    ...go,
    id: 'crypto/fixed-nonce',
    pattern:
      /(?:\.Seal|\bcipher\.New(?:CTR|OFB|CBCEncrypter|CFBEncrypter))\s*\([^,()]{1,60},\s*(?:\[\]byte\s*\{[^{}]{0,200}\}|make\s*\()/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description:
      'A nonce that is used twice reveals the authentication key of GCM, and in other modes shows which parts are equal.',
    recommendation: 'Fill it from crypto/rand for each message.',
  },
  {
    ...go,
    id: 'transport/plain-protocol',
    pattern: /\bgrpc\.WithInsecure\s*\(\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-319', 'CWE-300'],
    description: 'Neither side knows who it talks to.',
    recommendation: 'Give grpc.WithTransportCredentials certificates.',
  },
  {
    ...go,
    id: 'injection/xxe',
    pattern: /\bparser\.XMLParseNoEnt\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-611'],
    description: 'A document can include files and addresses of the server.',
    recommendation: 'Remove the option.',
  },
];
