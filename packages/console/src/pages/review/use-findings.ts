import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Trivium } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useClient } from '../../api/client.ts';

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

/** Findings of the first request; the rest follows in one. */
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
export function announceDecision(): void {
  decisions++;
}

interface Kept {
  at: number;
  decision: number;
  found: FoundFindings;
}

const kept = new Map<string, Kept>();

/** Reads of the findings of one state of a review; one after a decision made here reads anew. */
function useReads(review: Review | undefined) {
  const { trivium } = useClient();
  const queries = useQueryClient();
  const id = review?.review_id ?? '';
  const query = { partial: true, limit: PAGE };
  useShownCall({ operation: 'getReviewResults', params: { id }, query });
  const state = review && `${review.status} ${review.progress.completed} ${review.progress.failed}`;
  const first = {
    queryKey: ['first findings', id, state],
    enabled: review !== undefined,
    structuralSharing: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundFindings> => {
      const answer = await trivium.api.getReviewResults({ params: { id }, query, signal });
      const { findings, total, summary, dropped } = answer;
      return { findings, total, summary, dropped };
    },
  } as const;
  const every = {
    queryKey: ['every finding', id, state],
    enabled: review !== undefined,
    // Comparing ten thousand with the previous ones costs more than re-rendering the visible rows.
    structuralSharing: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundFindings> => {
      const key = `${id} ${state}`;
      const had = kept.get(key);
      const decision = decisions;
      if (had !== undefined && had.decision === decision && Date.now() - had.at < FRESH_MS) return had.found;
      const found = await readRest(trivium, id, await queries.fetchQuery({ ...first, staleTime: 0 }), signal);
      // A comparison shows two reviews at once.
      if (kept.size > 3) kept.clear();
      kept.set(key, { at: Date.now(), decision, found });
      return found;
    },
    placeholderData: (
      before: FoundFindings | undefined,
      query: { queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[1] === id ? before : undefined),
  } as const;
  return { first, every };
}

/** All findings of a review, up to 10,000, so that they can be searched, compared and stepped through. */
export function useFindings(review: Review | undefined) {
  return useQuery<FoundFindings>(useReads(review).every);
}

/** The same; until all are read, the first ones, which can be shown meanwhile. */
export function useFindingsSoFar(review: Review | undefined) {
  const { first, every } = useReads(review);
  const all = useQuery<FoundFindings>(every);
  // It is read by the other one.
  const some = useQuery<FoundFindings>({ ...first, enabled: false });
  return { ...all, data: all.data ?? some.data, isWhole: all.data !== undefined };
}

/** A portion at a time, so that the page answers meanwhile. */
async function readRest(
  trivium: Trivium,
  id: string,
  first: FoundFindings,
  signal: AbortSignal,
): Promise<FoundFindings> {
  if (first.total <= first.findings.length) return first;
  const findings: Finding[] = [];
  const query = { partial: true, most: MAX_COUNT };
  for await (const portion of trivium.reviews.exportFindings(id, query, { signal }))
    findings.push(...portion);
  // Rows that are shown already stay as they are.
  for (const [at, one] of first.findings.entries())
    if (findings[at]?.id === one.id && findings[at].agent === one.agent) findings[at] = one;
  return { ...first, findings };
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
      (!who || assigneeOf(one) === who) &&
      (!inFile || one.file.toLowerCase().includes(inFile)) &&
      (!text || textOf(one).includes(text)),
  );
}

/** The assignee's id; `nobody` also when it was only acknowledged. */
export function assigneeOf({ acknowledged }: Finding): string {
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
export const statusLabels: Record<string, string> = {
  new: 'New',
  existing: 'Unchanged',
  suppressed: 'Suppressed',
};
