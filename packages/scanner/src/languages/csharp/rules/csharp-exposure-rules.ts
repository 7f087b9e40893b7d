import type { TextRule } from '../../../rules/text-rule.ts';
import { listingText } from '../../shared/rules/exposure-rules.ts';

/** What a service shows to everybody that it need not: listings, inner figures, tools for developers. */
export const csharpExposureRules: readonly TextRule[] = [
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: ['C#'],
    over: 'code',
    pattern: /\bUseDirectoryBrowser\s*\(|EnableDirectoryBrowsing\s*=\s*true/g,
  },
];
