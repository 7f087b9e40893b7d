import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const phpTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['PHP'],
    pattern:
      /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*(?:,|=>)\s*(?:false|0)\b|['"]verify_peer(?:_name)?['"]\s*=>\s*false|['"]verify['"]\s*=>\s*false/gi,
  },
];
