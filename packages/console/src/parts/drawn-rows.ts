import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Before any row was measured, in pixels. */
const FIRST_ESTIMATE = 45;
/** Lists this short are rendered in full, for the browser's own search, once nothing follows. */
const DRAWN_WHOLE = 100;
/** Rows drawn beyond each edge of the view, so that scrolling shows no gap. */
const OVERSCAN = 12;

interface Drawn {
  /** The element that holds the rows. */
  body: RefObject<HTMLElement | null>;
  keys: readonly string[];
  hasMore: boolean;
}

/** Only rows near the view are drawn. */
export function useDrawnRows({ body, keys, hasMore }: Drawn) {
  const isWhole = keys.length <= DRAWN_WHOLE && !hasMore;
  const top = useTop(body);
  const [height, setHeight] = useState(FIRST_ESTIMATE);
  // With a function that is new in each render, all rows would be placed anew in each render.
  const places = useMemo(
    () => ({ estimateSize: () => height, getItemKey: (at: number) => keys[at] ?? at }),
    [keys, height],
  );
  const rows = useWindowVirtualizer({
    count: keys.length,
    overscan: isWhole ? DRAWN_WHOLE : OVERSCAN,
    scrollMargin: top,
    ...places,
  });
  const isKnown = useRef(false);
  // Most rows are as high as the first ones: those that come into view then stand where they were expected, and nothing is
  // placed again because of them.
  useLayoutEffect(() => {
    if (isKnown.current || isWhole || rows.itemSizeCache.size === 0) return;
    isKnown.current = true;
    setHeight(middleOf([...rows.itemSizeCache.values()]));
  });
  const shown = rows.getVirtualItems();
  return {
    shown,
    measure: rows.measureElement,
    scrollTo: rows.scrollToIndex,
    before: (shown[0]?.start ?? top) - top,
    after: Math.max(rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top), 0),
  };
}

function middleOf(sizes: number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? FIRST_ESTIMATE;
}

/** The element's offset from the top of the page, updated when content above it grows. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
