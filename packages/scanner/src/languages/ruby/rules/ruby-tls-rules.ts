import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const rubyTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Ruby'],
    pattern:
      /\bVERIFY_NONE\b|\b(?:verify_ssl|ssl_verify_?peer|ssl_verify_?host|verify_peer|disable_ssl_peer_verification)\b["'\]]*\s*(?:=(?![>=~])|:|=>)\s*(?:false\b|0\b)|\bdisable_ssl_peer_verification["']?\s*(?::|=>)\s*true\b|\bdefault_options\.update\s*\(\s*(?:verify:|:verify\s*=>)\s*false\b|(?:\bHTTParty\.\w+|\bFaraday\.new|\bssl)\b[^\n]{0,200}?(?:\bverify:|:verify\s*=>)\s*false\b/g,
    // A setting chooses between the two.
    refine: (match, view) =>
      /\?[^\n]*\bVERIFY_PEER\b[^\n]*:|\?[^\n]*:[^\n]*\bVERIFY_PEER\b/.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      )
        ? { impact: 'weakening', confidence: 0.6 }
        : true,
  },
];
