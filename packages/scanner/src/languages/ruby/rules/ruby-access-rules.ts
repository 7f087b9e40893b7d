import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { massText } from '../../shared/rules/access-rules.ts';

function lineBefore(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  return view.code.slice(view.offsetOf(view.lineAt(at)), at);
}

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const rubyAccessRules: readonly TextRule[] = [
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Ruby'],
    pattern:
      /\.permit!|\bparams\b[^\n]{0,80}\.to_unsafe_h\w*|(\w+)\.(?:new|build|create!?|create_with|update!?|update_attributes|first_or_create|assign_attributes)\s*\(?\s*params\s*(?:\[\s*:(\w+)\s*\])?\s*\)?\s*$/gm,
    over: 'code',
    // A record is created from the parameter named after it; other parameters are single values.
    refine: (match, view) => {
      // The fields were selected before `permit!`.
      if (match[0] === '.permit!' && /\.(?:slice|only)\s*\([^\n]{1,120}\)$/.test(lineBefore(match, view)))
        return false;
      const [, owner, part] = match;
      if (owner === undefined || part === undefined || !/^[A-Z]/.test(owner)) return true;
      return part.replaceAll('_', '') === owner.toLowerCase();
    },
  },
];
