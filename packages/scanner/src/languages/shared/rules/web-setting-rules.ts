import type { TextRule } from '../../../rules/text-rule.ts';

const php = { languages: ['PHP'], source: 'code' } as const;
const ruby = { languages: ['Ruby'], source: 'code' } as const;
const go = { languages: ['Go'], source: 'code' } as const;

/** What PHP, Ruby and Go applications say of their own protection. */
export const webSettingRules: readonly TextRule[] = [
  {
    ...php,
    id: 'access/ldap-without-password',
    title: 'Bound to the directory without a password',
    pattern:
      /\bldap_bind\s*\(\s*\$\w+\s*(?:\)|,\s*(?:[^,()\n]{1,80}\)|[^,()\n]{1,80},\s*(?:null|''|"")\s*\)))/gi,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-287', 'CWE-521'],
    description: 'Directories take a bind without a password as one by nobody, and let it pass.',
    recommendation: 'Bind with a name and a password, and refuse an empty one before.',
  },
  {
    ...php,
    id: 'access/any-origin',
    title: 'Pages of every origin may read the answers',
    pattern:
      /\bheader\s*\(\s*["']\s*Access-Control-Allow-Origin\s*:\s*\*\s*["']|["']\s*Access-Control-Allow-Origin\s*["']\s*(?:=>|,)\s*["']\s*\*\s*["']/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Whatever is answered to someone who is let in by address or network is open to any page.',
    recommendation: 'Name the origins that may read the answers.',
  },
  {
    ...php,
    id: 'access/no-csrf-protection',
    title: 'Forms without protection against forged requests',
    pattern: /["']csrf_protection["']\s*=>\s*false\b/gi,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-352'],
    description: 'Another site can send the form in the name of who is signed in.',
    recommendation: 'Leave the protection on; turn it off for answers to machines alone.',
  },
  {
    ...php,
    id: 'access/debug-mode',
    title: 'Debug mode is turned on in code',
    pattern:
      /\bputenv\s*\(\s*["']APP_DEBUG=(?:true|1)|["']app\.debug["']\s*=>\s*["']?true\b|\$_ENV\[["']APP_DEBUG["']\]\s*=\s*["']?(?:true|1)\b/gi,
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-489', 'CWE-215'],
    description: 'Errors show code, settings and secrets to whoever causes them.',
    recommendation: 'Read it from the environment, and leave it off where others can reach the application.',
  },
  {
    ...php,
    id: 'access/session-cookie',
    title: 'Session cookie without one of its protections',
    pattern: /["'](secure|http_only|same_site)["']\s*=>\s*(?:false|null|["']none["'])\s*,/gi,
    needs: /["']cookie["']\s*=>\s*env\s*\(/,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-614'],
    description: 'Scripts, plain connections or other sites get at the session.',
    recommendation: 'Set secure and http_only to true, and same_site to lax or strict.',
    refine: ([, name]) =>
      name === 'http_only'
        ? { cwe: ['CWE-1004'] }
        : name === 'same_site'
          ? { cwe: ['CWE-1275'], impact: 'hygiene' }
          : true,
  },
  {
    ...ruby,
    id: 'transport/no-forced-tls',
    title: 'Plain connections are let in',
    pattern: /\bconfig\.force_ssl\s*=\s*false\b/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-311', 'CWE-319'],
    description: 'What is sent before a redirect, cookies too, can be read on the way.',
    recommendation: 'Set config.force_ssl = true where the application is served.',
    refine: (_, view) => !/(?:^|\/)(?:development|test)\.rb$/.test(view.path),
  },
  {
    ...ruby,
    id: 'access/line-anchors',
    title: 'Check of a value that looks at one of its lines',
    pattern:
      /\bvalidates(?:_format_of)?\b[^\n]{1,160}?(?:\bwith:|:with\s*=>|:format\s*=>|\bformat:)\s*(?:\{\s*(?:with:|:with\s*=>)\s*)?\/(?:\^[^\n]{0,120}|[^\n]{0,120}(?:\$|\\Z))\/\w*/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-185', 'CWE-20', 'CWE-777'],
    description:
      'In Ruby, ^ and $ stand at the ends of any line: other lines of the value may hold anything.',
    recommendation: String.raw`Write \A and \z.`,
  },
  {
    ...go,
    id: 'access/session-cookie',
    title: 'Session cookie without one of its protections',
    pattern: /\bsessions\.Options\s*\{([^{}]{0,600})\}/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Scripts or plain connections get at the session.',
    recommendation: 'Set Secure, HttpOnly and SameSite.',
    refine: ([, options]) => {
      const lacks = ['Secure', 'HttpOnly'].filter(
        (name) => !new RegExp(`\\b${name}\\s*:(?!\\s*false)`).test(options!),
      );
      if (lacks.length > 0) return { cwe: lacks.map((name) => (name === 'Secure' ? 'CWE-614' : 'CWE-1004')) };
      return /SameSiteNoneMode/.test(options!) ? { cwe: ['CWE-1275'], impact: 'hygiene' } : false;
    },
  },
  {
    ...go,
    id: 'crypto/weak-cipher-suite',
    title: 'Cipher suites that no longer protect',
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
    title: 'Nonce that is always the same',
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
    title: 'Remote procedures over a connection that anyone on the way can read',
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
    title: 'Parser that fetches entities',
    pattern: /\bparser\.XMLParseNoEnt\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-611'],
    description: 'A document can have files and addresses of the server put into it.',
    recommendation: 'Leave the option out.',
  },
];
