import type { Finding } from '../types/finding.ts';
import type { FindingDraft } from './finding-draft.ts';
import type { Impact } from './severity.ts';
import type { Reading, SourceView } from './source-view.ts';

/** A rule that is a pattern over one reading of the code, with a second look that may refuse or refine. */
export interface TextRule {
  id: string;
  /** Languages it speaks of; all when left out. */
  languages?: readonly string[];
  /** Global. */
  pattern: RegExp;
  /** What a text with a match holds as well, where that is found faster than the pattern is refused. */
  needs?: RegExp;
  /** Which reading it looks at; `withoutComments` unless told. */
  over?: Reading;
  impact: Impact;
  confidence: number;
  cwe: readonly string[];
  description: string;
  recommendation: string;
  source?: Finding['source'];
  references?: readonly string[];
  /** False: not a finding. A draft's part: taken over. */
  refine?: (match: RegExpMatchArray, view: SourceView) => boolean | Partial<FindingDraft>;
}

const MAX_LOOKS = 200;

/** What the rules find in a file. A line has each rule once. */
export function applyTextRules(rules: readonly TextRule[], view: SourceView): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const rule of rulesFor(rules, view.file.language ?? '')) {
    if (!view.sketch.mayMatch(rule.pattern)) continue;
    if (rule.needs && !(view.sketch.mayMatch(rule.needs) && rule.needs.test(view.text))) continue;
    // The whole text is asked first: masking costs more than a pattern that is nowhere in it.
    rule.pattern.lastIndex = 0;
    if (rule.over !== 'code' && !rule.pattern.test(view.text)) continue;
    rule.pattern.lastIndex = 0;
    const seen = new Set<number>();
    let looked = 0;
    for (const match of view[rule.over ?? 'withoutComments'].matchAll(rule.pattern)) {
      const line = view.lineAt(match.index);
      if (seen.has(line)) continue;
      // A file with so many is generated or hostile; the second look may cost its whole length each time.
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

/** Those that speak of a language: most speak of another, and there are hundreds. */
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
