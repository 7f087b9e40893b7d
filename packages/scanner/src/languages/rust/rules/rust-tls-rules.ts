import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const rustTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Rust'],
    pattern: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true|\bSslVerifyMode::NONE\b/g,
    over: 'code',
  },
];
