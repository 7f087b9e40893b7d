import type { TextRule } from '../../../rules/text-rule.ts';
import { address, allowPattern, around, isHost, substringText } from '../../shared/rules/allow-list-rules.ts';

/** Allow lists of addresses that also accept others. */
export const pythonAllowListRules: readonly TextRule[] = [
  {
    ...substringText,
    id: 'access/substring-allow-list',
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`["']((?:https?:\/\/)?[\w-]+\.[\w.-]+)["']\s+(?:not\s+)?in\s+(?:\w{1,40}\.)?${address}\b|\b(?:\w{1,40}\.)?${address}\.(?:startswith\s*\(\s*["'](https?:\/\/[\w.-]+)["']|endswith\s*\(\s*["'](\w[\w-]*\.[\w.]+)["'])\s*\)`,
      'gi',
    ),
    refine: (match, view) =>
      isHost(match[1] ?? match[2] ?? match[3] ?? '') && allowPattern.test(around(match, view)),
  },
];
