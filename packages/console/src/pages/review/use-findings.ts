import { useQuery } from '@tanstack/react-query';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';

export type Review = Answer<'getReview'>;
export type Results = Answer<'getReviewResults'>;
export type Finding = Results['findings'][number];

export interface FoundFindings {
  findings: Finding[];
  /** The total; more than were read for a very large review. */
  total: number;
  summary: Results['summary'];
  dropped: Results['dropped'];
}

/** Findings per page. */
const PAGE = 100;
/** Number read for searching here; the API itself filters only by severity, category and file. */
const MAX_COUNT = 10_000;
/** Minimum interval between refreshes of findings, however many unrelated events come. */
const FRESH_MS = 20_000;

const unfinished = new Set(['queued', 'running', 'verifying']);

export function isUnderWay(review: { status: string } | undefined): boolean {
  return review === undefined || unfinished.has(review.status);
}

/** Counts decisions made here: later readers have to refetch. */
let decisions = 0;
export function tellDecision(): void {
  decisions++;
}

interface Kept {
  at: number;
  decision: number;
  found: FoundFindings;
}

const kept = new Map<string, Kept>();

/** All findings of a review, up to 10,000, so that they can be searched, compared and stepped through. */
export function useFindings(review: Review | undefined) {
  const api = useApi();
  const id = review?.review_id ?? '';
  const params = { id };
  useShownCall({ operation: 'getReviewResults', params, query: { limit: PAGE, partial: true } });
  const state = review && `${review.status} ${review.progress.completed} ${review.progress.failed}`;
  return useQuery<FoundFindings>({
    queryKey: ['every finding', id, state],
    enabled: review !== undefined,
    // Comparing ten thousand with the previous ones costs more than re-rendering the visible rows.
    structuralSharing: false,
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    queryFn: async ({ signal }) => {
      const key = `${id} ${state}`;
      const had = kept.get(key);
      const decision = decisions;
      if (had !== undefined && had.decision === decision && Date.now() - had.at < FRESH_MS) return had.found;
      const found = await readAll(api, { params, signal });
      // A comparison shows two reviews at once.
      if (kept.size > 3) kept.clear();
      kept.set(key, { at: Date.now(), decision, found });
      return found;
    },
  });
}

async function readAll(
  api: ReturnType<typeof useApi>,
  request: { params: { id: string }; signal: AbortSignal },
): Promise<FoundFindings> {
  const first = await api.getReviewResults({ ...request, query: { partial: true, limit: PAGE } });
  const { findings, total, summary, dropped } = first;
  if (total <= findings.length) return { findings, total, summary, dropped };
  const lines = await api.exportFindings({ ...request, query: { partial: true, most: MAX_COUNT } });
  return { findings: lines.split('\n').filter(Boolean).map(parseFinding), total, summary, dropped };
}

function parseFinding(line: string): Finding {
  return JSON.parse(line);
}

/** The findings that match the address's filters. */
export function matching(findings: Finding[], filters: Record<string, string | undefined>): Finding[] {
  const { severity, category, rule, status, who, file, q } = filters;
  const text = q?.trim().toLowerCase();
  const inFile = file?.trim().toLowerCase();
  return findings.filter(
    (one) =>
      (!severity || one.severity === severity) &&
      (!category || one.category === category) &&
      (!rule || one.rule_id === rule) &&
      (!status || one.status === status) &&
      (!who || whoseOf(one) === who) &&
      (!inFile || one.file.toLowerCase().includes(inFile)) &&
      (!text || textOf(one).includes(text)),
  );
}

/** The assignee's id; `nobody` also when it was only acknowledged. */
export function whoseOf({ acknowledged }: Finding): string {
  return acknowledged?.assignee?.id ?? 'nobody';
}

const texts = new WeakMap<Finding, string>();

/** Searchable text of a finding; cached, since it is needed on every keystroke. */
function textOf(one: Finding): string {
  const known = texts.get(one);
  if (known !== undefined) return known;
  const { title, description, recommendation, file, rule_id: rule, snippet, cwe, agents } = one;
  const parts = [title, description, recommendation, file, rule, snippet, ...cwe, ...agents];
  const text = parts.join('\n').toLowerCase();
  texts.set(one, text);
  return text;
}

/** While agents work, several may report the same finding; they are merged at the end. */
export function keyOf(one: Finding): string {
  return `${one.id} ${one.agent}`;
}

/** Labels of finding statuses. */
export const statusWords: Record<string, string> = {
  new: 'New',
  existing: 'Unchanged',
  suppressed: 'Set aside',
};
