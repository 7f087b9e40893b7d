import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const nativeTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['C', 'C++'],
    // Between the two a setting chooses: whoever runs the program said so.
    pattern:
      /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*,\s*0|(?<!VERIFY_PEER\s{0,9}:\s{0,9})\bSSL_VERIFY_NONE\b(?!\s{0,9}:\s{0,9}SSL_VERIFY_PEER)/g,
    over: 'code',
  },
];
