import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const rustTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Rust'],
    pattern: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true|\bSslVerifyMode::NONE\b/g,
    over: 'code',
  },
];
