import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Mistakes at sign-in: sessions, comparison of hashes, signatures of tokens. */
export const scriptSignInRules: readonly TextRule[] = [
  {
    id: 'access/changed-by-link',
    languages: [...jsLanguages],
    needs:
      /\/delete|\/remove|\/destroy|\/cancel|\/approve|\/reject|\/disable|\/enable|\/promote|\/transfer|\/revoke|\/ban|\/reset-all/,
    pattern:
      /\b(?:app|server|api|r|\w*[rR]outer|\w*[rR]outes?)\.get\s*\(\s*["'`][^"'`\n]{0,120}\/(?:delete|remove|destroy|cancel|approve|reject|disable|enable|promote|transfer|revoke|ban|reset-all)(?:\/:\w+)?["'`]\s*,(?!\s*\{)/g,
    impact: 'weakening',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-352', 'CWE-650'],
    description:
      'Browsers follow links and load pictures by GET with the cookies of the user, and neither a token nor sameSite=lax prevents that here.',
    recommendation: 'Use POST or DELETE, and check a token.',
    // A confirmation page changes nothing.
    refine: (match, view) => {
      const around = view.code.slice(match.index ?? 0, (match.index ?? 0) + 1_200);
      const handler = around.slice(0, Math.max(200, around.search(/\n\}\s*\)/)));
      return /\.(?:destroy|delete\w*|remove\w*|update\w*|save|create|transfer|approve|disable|set)\s*\(/.test(
        handler,
      );
    },
  },
];
