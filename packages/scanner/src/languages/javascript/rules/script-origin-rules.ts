import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages];

/** Origins: CORS headers that echo the origin, messages from other windows. */
export const scriptOriginRules: readonly TextRule[] = [
  {
    id: 'access/message-from-any',
    languages,
    pattern: /\bwindow\s*\.\s*(?:addEventListener\s*\(\s*["']message["']\s*,|onmessage\s*=(?!=))/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-346', 'CWE-345'],
    source: 'code',
    description: 'Any site that opens or frames this page can send it messages.',
    recommendation: 'Compare event.origin with the allowed sites before you use the data.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const own = match[0].includes('onmessage') ? view.code.slice(at, at + 2_000) : callText(view, at);
      return (
        /=>|\bfunction\b/.test(own) &&
        /\.data\b|\{\s*data\b/.test(own) &&
        !/origin|\.source\b|\.isTrusted\b|\bports?\b/i.test(own)
      );
    },
  },
];
