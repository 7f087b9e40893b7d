import type { TextRule } from '../../../rules/text-rule.ts';
import { oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const goTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Go'],
    pattern: /\bInsecureSkipVerify\s*:\s*true\b|\bssh\.InsecureIgnoreHostKey\s*\(/g,
    over: 'code',
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Go'],
    pattern: /\bMinVersion\s*:\s*tls\.Version(?:SSL30|TLS10|TLS11)\b/g,
    over: 'code',
  },
];
