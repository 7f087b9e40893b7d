import { type RefObject, useEffect, useRef } from 'react';
import type { Select } from './selection.ts';

/**
 * `j` and `k` move to the next and previous row's link, as in mail programs; Enter opens it, `x` selects it.
 */
export function useListKeys(
  body: RefObject<HTMLElement | null>,
  scrollTo: (at: number) => void,
  length: number,
  select?: Select,
): void {
  /** Where the keys were last, also after the row is gone. */
  const before = useRef(-1);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!['j', 'k', 'x'].includes(event.key)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // With several lists on a page, the keys apply to the focused one, or else the first.
      const own = document.activeElement?.closest('[role=table]') ?? document.querySelector('[role=table]');
      if (body.current === null || !own?.contains(body.current)) return;
      if (event.key === 'x' && select === undefined) return;
      event.preventDefault();
      const row = document.activeElement?.closest<HTMLElement>('[data-index]');
      if (event.key === 'x') return row ? select?.(Number(row.dataset.index), false) : undefined;
      const now = row ? Number(row.dataset.index) : before.current;
      const next = Math.min(Math.max(now + (event.key === 'j' ? 1 : -1), 0), length - 1);
      before.current = next;
      scrollTo(next);
      // A row scrolled into view is rendered a moment later.
      if (!focusRow(body.current, next)) requestAnimationFrame(() => focusRow(body.current, next));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [body, scrollTo, length, select]);
}

function focusRow(body: HTMLElement | null, at: number): boolean {
  const target = body?.querySelector<HTMLElement>(`[data-index="${at}"] :is(a, button)`);
  target?.focus();
  return target != null;
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]',
    ) !== null
  );
}
