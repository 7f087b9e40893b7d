import type { TextRule } from '../../../rules/text-rule.ts';
import { isShort, js, keyText, oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const scriptTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: js,
    pattern:
      /\brejectUnauthorized\s*:\s*false\b|NODE_TLS_REJECT_UNAUTHORIZED['"\]]*\s*=\s*['"]?0|\bstrictSSL\s*:\s*false\b|\bcheckServerIdentity\s*:\s*\(\s*\)\s*=>/g,
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: js,
    pattern: /\b(?:secureProtocol|minVersion)\s*:\s*['"](?:SSLv[23]\w*|TLSv1(?:_1|\.1)?(?:_method)?)['"]/g,
  },
  {
    ...keyText,
    id: 'crypto/short-key',
    languages: js,
    pattern: /\bmodulusLength\s*:\s*(\d+)/g,
    over: 'code',
    refine: (match) => isShort(match[1] ?? '', ''),
  },
  {
    id: 'transport/plain-protocol',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-319'],
    source: 'code',
    languages: js,
    pattern: /\bhttp\.createServer\s*\(\s*(?:\{\s*\}\s*,\s*)?\w+\s*\)\s*\.listen\b/g,
    over: 'code',
    refine: (_match, view) =>
      /\bexpress\s*\(|[kK]oa\b|connect\s*\(/.test(view.code) &&
      !/\bhttps\s*\.|http2|trust proxy|hsts|TLS_|PROXY/i.test(view.withoutComments),
    description:
      'Sessions and passwords can be read and changed in transit, unless a proxy in front handles TLS.',
    recommendation: 'Serve https, or listen on loopback behind a proxy that does.',
  },
];
