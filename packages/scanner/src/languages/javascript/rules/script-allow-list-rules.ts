import type { TextRule } from '../../../rules/text-rule.ts';
import {
  address,
  addressPattern,
  allowPattern,
  around,
  isHost,
  js,
  substringText,
} from '../../shared/rules/allow-list-rules.ts';

/** Allow lists of addresses that also accept others. */
export const scriptAllowListRules: readonly TextRule[] = [
  {
    ...substringText,
    id: 'access/substring-allow-list',
    languages: js,
    needs: new RegExp(
      String.raw`${addressPattern}(?:\(\))?(?:\.toLowerCase\(\))?\.(?:includes|indexOf|search|match)\s*\(`,
      'i',
    ),
    pattern: new RegExp(
      String.raw`\b(?:\w{1,40}\.)?${address}(?:\(\))?(?:\.toLowerCase\(\))?\.(?:includes|indexOf|search|match)\s*\(\s*([^()\n]{1,120})\)`,
      'gi',
    ),
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      // Looking up a whole URL in a list is correct.
      if (
        /(?:urls|uris|origins|hosts|domains|links|redirects|targets|list|set)\b\.(?:includes|indexOf)/i.test(
          match[0],
        )
      )
        return false;
      const literal = /^["'`]([^"'`]*)["'`]/.exec(given)?.[1];
      if (literal !== undefined) return isHost(literal) && allowPattern.test(around(match, view));
      return /allow|white|trust|permit|safe|valid|known|own/i.test(given);
    },
  },
  {
    ...substringText,
    id: 'access/substring-allow-list',
    languages: js,
    pattern: new RegExp(
      String.raw`\b(?:\w{1,40}\.)?${address}\.(?:startsWith\s*\(\s*["'\x60](https?:\/\/[\w.-]+)["'\x60]|endsWith\s*\(\s*["'\x60](\w[\w-]*\.[\w.]+)["'\x60])\s*\)`,
      'gi',
    ),
    refine: (match, view) => allowPattern.test(around(match, view)),
  },
];
