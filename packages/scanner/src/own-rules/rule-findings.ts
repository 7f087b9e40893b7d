import type { FindingDraft } from '../rules/finding-draft.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { Evidence } from '../types/finding.ts';
import { BoundedRegex } from './bounded-regex.ts';
import { interpolate } from './evaluate-formula.ts';
import type { Match } from './match-pattern.ts';
import type { MatchedFile } from './matched-file.ts';
import type { OwnRule } from './rule-types.ts';

const MAX_TITLE_LENGTH = 120;
const MAX_TEXT_LENGTH = 4_000;
const MAX_CHANGES = 100;

export interface FlowStart {
  path: string;
  match: Match;
  text: string;
}

/** The id of a rule in findings: its owner and its own id. */
export const ruleIdOf = ({ owner, id }: Pick<OwnRule, 'owner' | 'id'>) => `${owner}/${id}`;

/** The finding of a rule at a place. */
export function draftOf(
  rule: OwnRule,
  file: IndexedFile,
  matched: MatchedFile,
  match: Match,
  source: FlowStart | null,
): FindingDraft {
  const { text } = matched.parsed;
  const place = placeIn(text, match);
  const message = interpolate(rule.message, match.bindings, (bound) => matched.textOf(bound))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
  const fix = fixOf(rule, matched, match);
  return {
    ruleId: ruleIdOf(rule),
    title: titleOf(message),
    impact: 'hygiene',
    exposure: 'external',
    severity: rule.severity,
    confidence: rule.confidence,
    cwe: rule.cwe,
    file: file.path,
    ...place,
    description: message,
    recommendation: fix
      ? `Write this instead: ${fix.slice(0, MAX_TEXT_LENGTH)}`
      : `Follow the rule \`${rule.id}\` of the ${rule.owner}.`,
    evidence: source === null ? [] : evidenceOf(source, file, place),
    references: rule.references,
    source: rule.category === 'security' ? 'code' : null,
    symbol: symbolAt(file, place.line),
  };
}

/** The text that replaces the match; null if the rule has no fix. */
function fixOf({ fix, fixRegex }: OwnRule, matched: MatchedFile, match: Match): string | null {
  if (fix !== null) return interpolate(fix, match.bindings, (bound) => matched.textOf(bound)).trim();
  if (fixRegex === null) return null;
  const written = matched.textOf(match);
  const found =
    new BoundedRegex(fixRegex.regex).findAll(written, Math.min(fixRegex.count, MAX_CHANGES)) ?? [];
  let changed = '';
  let at = 0;
  for (const { start, end, groups } of found) {
    const put = fixRegex.replacement.replace(
      /\\(\d)/g,
      (_, group: string) => groups[Number(group) - 1] ?? '',
    );
    changed += written.slice(at, start) + put;
    at = end;
  }
  return found.length === 0 ? null : changed + written.slice(at);
}

function evidenceOf(
  source: FlowStart,
  file: IndexedFile,
  sink: { line: number; snippet: string },
): Evidence[] {
  const { line, snippet } = placeIn(source.text, source.match);
  return [
    { file: source.path, line, role: 'source', snippet },
    { file: file.path, line: sink.line, role: 'sink', snippet: sink.snippet },
  ];
}

function titleOf(message: string): string {
  const [first] = message.split(/(?<=[^.]{12}\.)\s/);
  const title = (first ?? message).replace(/\.$/, '');
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}

function placeIn(text: string, { start, end }: { start: number; end: number }) {
  const before = text.slice(0, start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', start);
  const line = countLines(before);
  return {
    line,
    endLine: line + countLines(text.slice(start, Math.max(start, end - 1))) - 1,
    column: start - lineStart + 1,
    snippet: text
      .slice(lineStart, lineEnd === -1 ? text.length : lineEnd)
      .trim()
      .slice(0, 300),
  };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function symbolAt({ functions }: IndexedFile, line: number): string {
  const around = functions.filter((fact) => fact.line <= line && fact.endLine >= line);
  return around.at(-1)?.name ?? '<module>';
}
