import { createHash } from 'node:crypto';
import type { FindingDraft } from '../../rules/finding-draft.ts';
import { exposureOf } from '../../rules/source-view.ts';
import type { AgentInput } from '../../types/agent.ts';
import type { Category, DroppedFinding, Severity } from '../../types/finding.ts';
import { isModelFailure, type ModelFailure, type ModelSession } from '../../types/model-session.ts';
import { type Anchor, anchorQuote } from './anchor-quote.ts';
import { type CodeSlice, chooseSlices } from './choose-slices.ts';
import {
  type Claim,
  claimsSchema,
  fenceCode,
  reviewInstructions,
  verdictSchema,
  verifyInstructions,
} from './claims.ts';

/** What a model contributed to an agent's work. */
export interface ModelContribution {
  drafts: FindingDraft[];
  dropped: DroppedFinding[];
  /** Why it ended before all was asked, or null. */
  failure: ModelFailure | null;
}

const sliceCharacters = 48_000;
const charactersAtOnce = 16_000;
const answerTokens = 3_000;
const verdictTokens = 600;
const mostVerified = 12;

/** Asks about the slices, anchors every claim by its quote, and has each one judged again by a call of its own. */
export async function askModel(
  agent: { id: string; category: Category; subject: string },
  input: AgentInput,
  session: ModelSession,
): Promise<ModelContribution> {
  const slices = chooseSlices(agent.category, input, sliceCharacters);
  const contribution: ModelContribution = { drafts: [], dropped: [], failure: null };
  const anchored: { claim: Claim; anchor: Anchor }[] = [];
  try {
    for (const batch of batches(slices)) {
      if (input.options.shouldStop?.()) break;
      const { findings } = await session.generateObject({
        schema: claimsSchema,
        instructions: reviewInstructions(agent.subject),
        prompt: batch.map((slice) => fenceCode(slice.path, slice.text)).join('\n\n'),
        maxOutputTokens: answerTokens,
      });
      for (const claim of findings)
        anchored.push(...anchorClaim(agent.id, claim, batch, input, contribution));
    }
    const unique = withoutRepeats(agent.id, anchored, contribution);
    for (const { claim, anchor } of unique.slice(0, mostVerified)) {
      if (input.options.shouldStop?.()) break;
      await verifyClaim(agent.id, claim, anchor, input, session, contribution);
    }
    for (const { claim, anchor } of unique.slice(mostVerified))
      drop(
        agent.id,
        claim,
        anchor.line,
        'false_positive',
        'It was not verified: too many claims.',
        contribution,
      );
  } catch (error) {
    if (!isModelFailure(error)) throw error;
    contribution.failure = error;
  }
  return contribution;
}

function batches(slices: readonly CodeSlice[]): CodeSlice[][] {
  const made: CodeSlice[][] = [];
  let characters = 0;
  for (const slice of slices) {
    if (made.length === 0 || characters + slice.text.length > charactersAtOnce) {
      made.push([]);
      characters = 0;
    }
    made.at(-1)!.push(slice);
    characters += slice.text.length;
  }
  return made;
}

function drop(
  agentId: string,
  claim: Claim,
  line: number,
  reason: DroppedFinding['reason'],
  detail: string,
  contribution: ModelContribution,
): void {
  const ruleId = ruleOf(agentId);
  // A claim without a place has nothing of a fingerprint but its words.
  const fingerprint = createHash('sha256')
    .update([ruleId, claim.file, claim.title, claim.quote].join('\0'))
    .digest('hex');
  contribution.dropped.push({ fingerprint, ruleId, file: claim.file, line, reason, detail });
}

const ruleOf = (agentId: string) => `${agentId.split('.')[1]}/model`;

/** A claim whose file was shown and whose quote stands in it, in the part that was shown. */
function anchorClaim(
  agentId: string,
  claim: Claim,
  shown: readonly CodeSlice[],
  input: AgentInput,
  contribution: ModelContribution,
): { claim: Claim; anchor: Anchor }[] {
  const own = shown.filter((slice) => slice.path === claim.file);
  if (own.length === 0) {
    drop(
      agentId,
      claim,
      claim.line ?? 1,
      'unanchored',
      'The model named a file that it was not shown.',
      contribution,
    );
    return [];
  }
  const anchor = anchorQuote(input.files.text(claim.file) ?? '', claim.quote, claim.line);
  if (!anchor || !own.some((slice) => anchor.line >= slice.from && anchor.line <= slice.to)) {
    drop(
      agentId,
      claim,
      claim.line ?? 1,
      'unanchored',
      'The quoted code does not stand in the file, or not in one place.',
      contribution,
    );
    return [];
  }
  return [{ claim, anchor }];
}

function withoutRepeats(
  agentId: string,
  anchored: readonly { claim: Claim; anchor: Anchor }[],
  contribution: ModelContribution,
): { claim: Claim; anchor: Anchor }[] {
  const seen = new Set<string>();
  return anchored.filter(({ claim, anchor }) => {
    const key = `${claim.file}:${anchor.line}`;
    if (!seen.has(key)) return seen.add(key);
    drop(agentId, claim, anchor.line, 'duplicate', 'The model told of this line before.', contribution);
    return false;
  });
}

async function verifyClaim(
  agentId: string,
  claim: Claim,
  anchor: Anchor,
  input: AgentInput,
  session: ModelSession,
  contribution: ModelContribution,
): Promise<void> {
  const text = input.files.text(claim.file) ?? '';
  const lines = text.split('\n');
  const from = Math.max(1, anchor.line - 60);
  const shown = lines
    .slice(from - 1, anchor.endLine + 40)
    .map((line, index) => `${from + index} | ${line.slice(0, 400)}`)
    .join('\n');
  const verdict = await session.generateObject({
    schema: verdictSchema,
    instructions: verifyInstructions,
    prompt: `Claim: ${JSON.stringify(`${claim.title}. ${claim.description}`)} at line ${anchor.line}.\n\n${fenceCode(claim.file, shown)}`,
    maxOutputTokens: verdictTokens,
  });
  if (!verdict.holds)
    return drop(
      agentId,
      claim,
      anchor.line,
      'false_positive',
      'A second, independent look did not find it.',
      contribution,
    );
  const evidence = anchorQuote(text, verdict.evidence, anchor.line);
  if (!evidence)
    return drop(
      agentId,
      claim,
      anchor.line,
      'unanchored',
      'The second look could not quote the code that proves it.',
      contribution,
    );
  contribution.drafts.push(toDraft(agentId, claim, anchor, evidence, verdict.confidence, input));
}

const lowered: Record<Severity, Severity> = { critical: 'high', high: 'medium', medium: 'low', low: 'low' };

function toDraft(
  agentId: string,
  claim: Claim,
  anchor: Anchor,
  evidence: Anchor,
  confidence: number,
  input: AgentInput,
): FindingDraft {
  const file = input.index.files.find((one) => one.path === claim.file);
  const exposure = file ? exposureOf(file) : 'external';
  // A model's word alone is never as sure as a rule's, and what only tests reach weighs less.
  const sure = Math.min(claim.confidence, confidence, 0.8);
  return {
    ruleId: ruleOf(agentId),
    title: claim.title,
    impact: 'hygiene',
    exposure,
    severity: exposure === 'external' ? claim.severity : lowered[claim.severity],
    confidence: sure,
    cwe: claim.cwe,
    file: claim.file,
    line: anchor.line,
    endLine: anchor.endLine,
    snippet: anchor.snippet,
    description: claim.description,
    recommendation: claim.recommendation,
    evidence: [
      { file: claim.file, line: evidence.line, role: 'sink', snippet: evidence.snippet.trim().slice(0, 300) },
    ],
    source: agentId.startsWith('security.') ? 'code' : null,
    symbol: 'model',
  };
}
