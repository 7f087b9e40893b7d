import type { TextRule } from '../../../rules/text-rule.ts';
import { listingText } from '../../shared/rules/exposure-rules.ts';

/** What a service exposes to everybody without need: listings, metrics, tools for developers. */
export const csharpExposureRules: readonly TextRule[] = [
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: ['C#'],
    over: 'code',
    pattern: /\bUseDirectoryBrowser\s*\(|EnableDirectoryBrowsing\s*=\s*true/g,
  },
];
