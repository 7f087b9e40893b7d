import type { Finding } from '../types/finding.ts';
import type { FindingDraft } from './finding-draft.ts';
import type { Impact } from './severity.ts';
import type { Reading, SourceView } from './source-view.ts';

/** A rule that is a pattern over one reading of the code. `refine` may refuse a match or change its finding. */
export interface TextRule {
  id: string;
  /** The languages of the rule; all if missing. */
  languages?: readonly string[];
  /** With the global flag. */
  pattern: RegExp;
  /** A quick check: a text with a match also matches this. */
  needs?: RegExp;
  /** The reading that is searched; default `withoutComments`. */
  over?: Reading;
  impact: Impact;
  confidence: number;
  cwe: readonly string[];
  description: string;
  recommendation: string;
  source?: Finding['source'];
  references?: readonly string[];
  /** False: not a finding. Fields of a draft: they override the finding's. */
  refine?: (match: RegExpMatchArray, view: SourceView) => boolean | Partial<FindingDraft>;
}

const MAX_LOOKS = 200;

/** The findings of the rules in a file, at most one per rule and line. */
export function applyTextRules(rules: readonly TextRule[], view: SourceView): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const rule of rulesFor(rules, view.file.language ?? '')) {
    if (!view.sketch.mayMatch(rule.pattern)) continue;
    if (rule.needs && !(view.sketch.mayMatch(rule.needs) && rule.needs.test(view.text))) continue;
    // The whole text is checked first: masking costs more than a pattern that does not match.
    rule.pattern.lastIndex = 0;
    if (rule.over !== 'code' && !rule.pattern.test(view.text)) continue;
    rule.pattern.lastIndex = 0;
    const seen = new Set<number>();
    let looked = 0;
    for (const match of view[rule.over ?? 'withoutComments'].matchAll(rule.pattern)) {
      const line = view.lineAt(match.index);
      if (seen.has(line)) continue;
      // A file with so many matches is generated or hostile, and `refine` may take time in the length of the file for
      // each.
      if (++looked > MAX_LOOKS) break;
      const refined = rule.refine?.(match, view) ?? true;
      if (refined === false) continue;
      seen.add(line);
      drafts.push({ ...draftAt(rule, match, line, view), ...(refined === true ? {} : refined) });
    }
  }
  return drafts;
}

const rulesByLanguage = new WeakMap<readonly TextRule[], Map<string, TextRule[]>>();

/** The rules of a language: there are hundreds, most of them for others. */
function rulesFor(rules: readonly TextRule[], language: string): readonly TextRule[] {
  const known = rulesByLanguage.get(rules) ?? new Map<string, TextRule[]>();
  rulesByLanguage.set(rules, known);
  let own = known.get(language);
  if (own === undefined) {
    own = rules.filter(({ languages }) => languages?.includes(language) ?? true);
    known.set(language, own);
  }
  return own;
}

function draftAt(rule: TextRule, match: RegExpMatchArray, line: number, view: SourceView): FindingDraft {
  return {
    ruleId: rule.id,
    impact: rule.impact,
    exposure: view.exposure,
    confidence: rule.confidence,
    cwe: [...rule.cwe],
    file: view.path,
    line,
    column: view.columnAt(match.index ?? 0),
    snippet: view.lineText(line),
    description: rule.description,
    recommendation: rule.recommendation,
    source: rule.source ?? null,
    references: [...(rule.references ?? [])],
    symbol: view.symbolAt(line),
  };
}
