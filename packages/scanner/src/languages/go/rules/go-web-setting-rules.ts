import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code' } as const;

/** What PHP, Ruby and Go applications say of their own protection. */
export const goWebSettingRules: readonly TextRule[] = [
  {
    ...go,
    id: 'access/session-cookie',
    pattern: /\bsessions\.Options\s*\{([^{}]{0,600})\}/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Scripts or plain connections get at the session.',
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
    description: 'What is recorded can be read later, or is read by tampering on the way.',
    recommendation: 'Leave CipherSuites out: the library offers those that are sound.',
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
      'With one nonce for two messages GCM gives its key away, and other modes show what is equal.',
    recommendation: 'Fill it by crypto/rand for each message.',
  },
  {
    ...go,
    id: 'transport/plain-protocol',
    pattern: /\bgrpc\.WithInsecure\s*\(\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-319', 'CWE-300'],
    description: 'Neither side knows whom it speaks to.',
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
    description: 'A document can have files and addresses of the server put into it.',
    recommendation: 'Leave the option out.',
  },
];
