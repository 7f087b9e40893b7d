import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const nativeTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['C', 'C++'],
    pattern: /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*,\s*0|\bSSL_VERIFY_NONE\b/g,
    over: 'code',
  },
];
