/**
 * Where each page of the browser's history was scrolled to: Back and a reload return there, once what was read is
 * long enough again; a new page begins at its top. The browser itself tries this before the page is drawn.
 */
const STORED = 'trivium-scrolled';
/** Of a longer history only the newest are kept. */
const MAX_KEPT = 50;
/** A page that is not long enough by then has become shorter. */
const PATIENCE_MS = 3_000;
/** Whoever scrolls meanwhile is not taken elsewhere. */
const takeovers = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type Place = [entry: string, y: number];

let entry = '';
let stop = () => {};

export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', leave);
  enter();
}

/** Called before anything of the new page is drawn, while the position is still that of the one before. */
export function arrive(): void {
  // The portal is one page, in frames that may keep nothing.
  if (entry === '') return;
  leave();
  enter();
}

function enter(): void {
  const state = history.state as { entry?: string } | null;
  const known = state?.entry;
  entry = known ?? `${Date.now()} ${Math.random()}`;
  if (known === undefined) history.replaceState({ ...state, entry }, '');
  scrollBackTo(places().find(([one]) => one === known)?.[1] ?? 0);
}

function leave(): void {
  stop();
  const others = places().filter(([one]) => one !== entry);
  sessionStorage.setItem(
    STORED,
    JSON.stringify([[entry, Math.round(scrollY)], ...others].slice(0, MAX_KEPT)),
  );
}

function places(): Place[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Place[];
}

function scrollBackTo(y: number): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const isLong = y === 0 || document.documentElement.scrollHeight >= y + innerHeight;
    // A list reads on when its end is seen.
    scrollTo(0, y);
    if (isLong || performance.now() > until) return stop();
    frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  stop = () => {
    cancelAnimationFrame(frame);
    for (const type of takeovers) removeEventListener(type, stop);
    stop = () => {};
  };
  for (const type of takeovers) addEventListener(type, stop, { passive: true });
}
