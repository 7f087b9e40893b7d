import type { TextRule } from '../../../rules/text-rule.ts';
import { oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
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
      'VerifyPeerCertificate is not called for resumed connections: what it refuses comes in again by a session ticket.',
    recommendation: 'Check in VerifyConnection, or set SessionTicketsDisabled.',
    references: ['https://pkg.go.dev/crypto/tls#Config'],
    refine: (_match, view) =>
      !/\bVerifyConnection\b|\bSessionTicketsDisabled\s*[:=]+\s*true\b/.test(view.code),
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Go'],
    pattern: /\bMinVersion\s*:\s*tls\.Version(?:SSL30|TLS10|TLS11)\b/g,
    over: 'code',
  },
];
