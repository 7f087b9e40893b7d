import type { TextRule } from '../../../rules/text-rule.ts';
import { address, isHost, substringText } from '../../shared/rules/allow-list-rules.ts';

/** Allow lists of addresses that also accept others. */
export const phpAllowListRules: readonly TextRule[] = [
  {
    ...substringText,
    id: 'access/substring-allow-list',
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`\b(?:strpos|stripos|str_contains|strstr|stristr)\s*\(\s*\$${address}\s*,\s*["']([^"'\n]{1,100})["']\s*\)`,
      'gi',
    ),
    refine: (match) => isHost(match[1] ?? ''),
  },
];
