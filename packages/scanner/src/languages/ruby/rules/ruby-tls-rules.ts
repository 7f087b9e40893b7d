import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const rubyTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Ruby'],
    pattern: /\bVERIFY_NONE\b|verify_ssl\s*(?:=|:|=>)\s*false/g,
    over: 'code',
  },
];
