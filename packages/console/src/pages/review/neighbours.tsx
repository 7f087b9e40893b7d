import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { navigate, withSearch } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { isTyping } from '../../parts/list-keys.ts';
import { findingHref } from './finding-list.tsx';
import { type Finding, matching } from './use-findings.ts';

interface NeighboursProps {
  reviewId: string;
  of: Finding;
  all: Finding[];
  filters: Record<string, string>;
}

/**
 * Links to the previous and next filtered finding; also by `k` and `j`. A finding just decided may no longer
 * match the filters: its position is kept.
 */
export function Neighbours({ reviewId, of, all, filters }: NeighboursProps) {
  const { at, total, before, next } = useMemo(() => neighboursOf(of, all, filters), [of, all, filters]);
  const hrefOf = (one: Finding | undefined) => one && withSearch(findingHref(reviewId, one), filters);
  const [back, on] = [hrefOf(before), hrefOf(next)];
  useWalkKeys(back, on);
  if (total === 0) return null;
  return (
    <>
      <span className="quiet">{at < 0 ? `${total} left` : `${at + 1} of ${total}`}</span>
      {link(back, ChevronLeft, 'Previous')}
      {link(on, ChevronRight, 'Next')}
    </>
  );
}

function link(href: string | undefined, icon: typeof ChevronLeft, label: string): ReactNode {
  return (
    href && (
      <LinkButton icon={icon} href={href}>
        {label}
      </LinkButton>
    )
  );
}

interface Place {
  /** Index among the filtered ones; -1 when no longer among them. */
  at: number;
  total: number;
  before: Finding | undefined;
  next: Finding | undefined;
}

export function neighboursOf(of: Finding, all: Finding[], filters: Record<string, string>): Place {
  const among = matching(all, filters);
  const total = among.length;
  const at = among.findIndex(({ id }) => id === of.id);
  if (at >= 0) return { at, total, before: among[at - 1], next: among[at + 1] };
  const places = new Map(all.map((one, place) => [one, place]));
  const own = all.findIndex(({ id }) => id === of.id);
  const isBehind = (one: Finding) => (places.get(one) ?? 0) > own;
  return {
    at,
    total,
    before: among.findLast((one) => !isBehind(one)),
    next: among.find(isBehind),
  };
}

function useWalkKeys(back: string | undefined, on: string | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const href = event.key === 'j' ? on : event.key === 'k' ? back : undefined;
      if (href !== undefined) navigate(href, { asks: true });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [back, on]);
}
