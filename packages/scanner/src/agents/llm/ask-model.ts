import { createHash } from 'node:crypto';
import type { FindingDraft } from '../../rules/finding-draft.ts';
import { exposureOf } from '../../rules/source-view.ts';
import type { Agent, AgentInput } from '../../types/agent.ts';
import type { DroppedFinding, Severity } from '../../types/finding.ts';
import {
  isModelFailure,
  type ModelClaims,
  type ModelFailure,
  type ModelQuestion,
  type ModelSession,
  type ModelVerdict,
} from '../../types/model-session.ts';
import { type Anchor, anchorQuote } from './anchor-quote.ts';
import { type CodeSlice, chooseSlices } from './choose-slices.ts';
import { claimsQuestion, type ModelAgent, verdictQuestion } from './model-agents.ts';
import { createRedactor } from './redact.ts';

/** A model's contribution to an agent's work. */
export interface ModelContribution {
  drafts: FindingDraft[];
  dropped: DroppedFinding[];
  /** Answered questions. */
  answers: number;
  /** The first failure, or null. */
  failure: ModelFailure | null;
  /** Whether time ran out before everything was asked. */
  isIncomplete: boolean;
}

type Claim = ModelClaims['findings'][number];

/** A claim whose quote is in the code that was shown. */
interface AnchoredClaim {
  claim: Claim;
  anchor: Anchor;
}

/** Verification calls in parallel. */
const MAX_PARALLEL_CALLS = 4;

/** Asks about the slices, anchors every claim by its quote, and has each verified by a separate call. */
export function askModel(
  agent: Agent,
  terms: ModelAgent,
  input: AgentInput,
  session: ModelSession,
): Promise<ModelContribution> {
  return new ModelReview(agent, terms, input, session).run();
}

class ModelReview {
  readonly #agent: Agent;
  readonly #terms: ModelAgent;
  readonly #input: AgentInput;
  readonly #session: ModelSession;
  readonly #textOf: (path: string) => string | undefined;
  readonly #made: ModelContribution = {
    drafts: [],
    dropped: [],
    answers: 0,
    failure: null,
    isIncomplete: false,
  };

  constructor(agent: Agent, terms: ModelAgent, input: AgentInput, session: ModelSession) {
    this.#agent = agent;
    this.#terms = terms;
    this.#input = input;
    this.#session = session;
    this.#textOf = createRedactor(input);
  }

  async run(): Promise<ModelContribution> {
    const claims = this.#withoutRepeats(await this.#proposeFindings());
    for (let at = 0; at < claims.length; at += MAX_PARALLEL_CALLS) {
      const some = claims.slice(at, at + MAX_PARALLEL_CALLS);
      const verdicts = await Promise.all(some.map((one, i) => this.#refuteFinding(one, at + i)));
      for (const [i, one] of some.entries()) this.#judge(one, verdicts[i]);
    }
    return this.#made;
  }

  async #proposeFindings(): Promise<AnchoredClaim[]> {
    const { shownCharacters, charactersAtOnce } = this.#terms;
    const slices = chooseSlices(this.#agent.category, this.#input, this.#textOf, shownCharacters);
    const anchored: AnchoredClaim[] = [];
    for (const batch of batches(slices, charactersAtOnce)) {
      const answer = await this.#ask(claimsQuestion(this.#terms, batch));
      for (const claim of answer?.findings ?? []) anchored.push(...this.#anchor(claim, batch));
    }
    return anchored;
  }

  /** Undefined if there is no answer. After most failures, nothing more is asked. */
  async #ask<Form extends ModelQuestion['form']>(question: ModelQuestion<Form>) {
    const made = this.#made;
    if (this.#input.options.shouldStop?.()) made.isIncomplete = true;
    // If the service was killed, only the interrupted question is lost.
    if (made.isIncomplete || (made.failure && made.failure.kind !== 'interrupted')) return undefined;
    try {
      const answer = await this.#session.ask(question);
      made.answers++;
      return answer;
    } catch (error) {
      if (!isModelFailure(error)) throw error;
      made.failure ??= error;
      return undefined;
    }
  }

  /** Anchors a claim about a file that was shown, if its quote is in the part that was shown. */
  #anchor(claim: Claim, shown: readonly CodeSlice[]): AnchoredClaim[] {
    const own = shown.filter((slice) => slice.path === claim.file);
    const claimed = claim.line ?? undefined;
    if (own.length === 0) {
      this.#drop(claim, claimed ?? 1, 'unanchored', 'The model named a file that it was not shown.');
      return [];
    }
    const anchor = anchorQuote(this.#textOf(claim.file) ?? '', claim.quote, claimed);
    if (!anchor || !own.some((slice) => anchor.line >= slice.from && anchor.line <= slice.to)) {
      const detail = 'The quoted code is not in the file, or it is there more than once.';
      this.#drop(claim, claimed ?? 1, 'unanchored', detail);
      return [];
    }
    return [{ claim, anchor }];
  }

  #withoutRepeats(anchored: readonly AnchoredClaim[]): AnchoredClaim[] {
    const seen = new Set<string>();
    return anchored.filter(({ claim, anchor }) => {
      const key = `${claim.file}:${anchor.line}`;
      if (!seen.has(key)) return seen.add(key);
      this.#drop(claim, anchor.line, 'duplicate', 'The model already reported this line.');
      return false;
    });
  }

  async #refuteFinding(
    { claim, anchor }: AnchoredClaim,
    position: number,
  ): Promise<ModelVerdict | undefined> {
    if (position >= this.#terms.mostVerified) return undefined;
    const lines = (this.#textOf(claim.file) ?? '').split('\n');
    const from = Math.max(1, anchor.line - 60);
    const text = lines
      .slice(from - 1, anchor.endLine + 40)
      .map((line, index) => `${from + index} | ${line.slice(0, 400)}`)
      .join('\n');
    const said = { text: `${claim.title}. ${claim.description}`, line: anchor.line };
    return this.#ask(verdictQuestion(this.#terms, said, { path: claim.file, text }));
  }

  /** Only confirmed claims are reported. */
  #judge({ claim, anchor }: AnchoredClaim, verdict: ModelVerdict | undefined): void {
    const text = this.#textOf(claim.file) ?? '';
    const evidence = verdict?.holds ? anchorQuote(text, verdict.evidence, anchor.line) : undefined;
    if (verdict === undefined)
      this.#drop(claim, anchor.line, 'false_positive', 'It got no second review, so it is not confirmed.');
    else if (!verdict.holds)
      this.#drop(claim, anchor.line, 'false_positive', 'A second, independent review refuted it.');
    else if (evidence === undefined)
      this.#drop(
        claim,
        anchor.line,
        'unanchored',
        'The second review could not quote the code that proves it.',
      );
    else
      this.#made.drafts.push(
        toDraft(this.#agent.id, claim, anchor, evidence, verdict.confidence, this.#input),
      );
  }

  #drop(claim: Claim, line: number, reason: DroppedFinding['reason'], detail: string): void {
    const ruleId = ruleOf(this.#agent.id);
    // Without a place, the fingerprint of a claim consists of its words.
    const fingerprint = createHash('sha256')
      .update([ruleId, claim.file, claim.title, claim.quote].join('\0'))
      .digest('hex');
    this.#made.dropped.push({ fingerprint, ruleId, file: claim.file, line, reason, detail });
  }
}

function batches(slices: readonly CodeSlice[], charactersAtOnce: number): CodeSlice[][] {
  const made: CodeSlice[][] = [];
  let batch: CodeSlice[] = [];
  let characters = 0;
  for (const slice of slices) {
    if (batch.length === 0 || characters + slice.text.length > charactersAtOnce) {
      batch = [];
      made.push(batch);
      characters = 0;
    }
    batch.push(slice);
    characters += slice.text.length;
  }
  return made;
}

const ruleOf = (agentId: string) => `${agentId.split('.')[1]}/model`;

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
  // A model is never as certain as a rule, and code that only tests reach weighs less.
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
