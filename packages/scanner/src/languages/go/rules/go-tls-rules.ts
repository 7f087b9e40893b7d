import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Names that show that the old version is intended. */
const deliberate = /\w*(?:legacy|insecure|weak|old|unsafe|compat)\w*/i;

function nearby(view: SourceView, at: number): string {
  return view.code.slice(Math.max(0, at - 300), at + 300);
}

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const goTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Go'],
    pattern: /\bInsecureSkipVerify\s*:\s*true\b/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Go'],
    cwe: ['CWE-295', 'CWE-322'],
    pattern: /\bssh\.InsecureIgnoreHostKey\s*\(/g,
    over: 'code',
    references: ['https://pkg.go.dev/golang.org/x/crypto/ssh#InsecureIgnoreHostKey'],
  },
  {
    ...tls,
    id: 'transport/unchecked-resumption',
    languages: ['Go'],
    impact: 'hygiene',
    confidence: 0.6,
    pattern: /\bVerifyPeerCertificate\s*(?::|=(?!=))\s*(?!nil\b)/g,
    over: 'code',
    description:
      'VerifyPeerCertificate is not called for resumed connections: a certificate that it refuses is accepted with a session ticket.',
    recommendation: 'Check in VerifyConnection, or set SessionTicketsDisabled.',
    references: ['https://pkg.go.dev/crypto/tls#Config'],
    refine: (_match, view) =>
      !/\bVerifyConnection\b|\bSessionTicketsDisabled\s*[:=]+\s*true\b/.test(view.code),
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Go'],
    pattern: /\b(?:Min|Max)Version\s*(?::|=(?!=))\s*(?:tls\.Version(?:SSL30|TLS10|TLS11)\b|0x030[0-2]\b)/g,
    over: 'code',
    refine: (match, view) =>
      !deliberate.test(view.code.slice(Math.max(0, (match.index ?? 0) - 160), match.index)) &&
      // One of two versions to choose from.
      !(
        /=(?!=)/.test(match[0]) &&
        /\b(?:Min|Max)Version\s*=\s*tls\.VersionTLS1[23]/.test(nearby(view, match.index ?? 0))
      ),
  },
  {
    ...oldTls,
    id: 'crypto/weak-cipher-suite',
    languages: ['Go'],
    cwe: ['CWE-327', 'CWE-757'],
    pattern:
      /\btls\.TLS_(?:RSA_WITH_\w+|ECDHE_\w+_WITH_(?:RC4_128_SHA|3DES_EDE_CBC_SHA|AES_128_CBC_SHA256))\b|\btls\.InsecureCipherSuites\s*\(/g,
    over: 'code',
    description: 'The standard library counts these as insecure: no forward secrecy, or known weaknesses.',
    recommendation: 'Do not set CipherSuites, or choose from tls.CipherSuites().',
    refine: (match, view) => {
      const before = view.code.slice(Math.max(0, (match.index ?? 0) - 600), (match.index ?? 0) + 40);
      // Requested by name.
      return /CipherSuites\b/.test(before) && !deliberate.test(before.slice(-300));
    },
  },
];
