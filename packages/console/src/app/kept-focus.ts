import { useEffect } from 'react';

/** What gives the focus back by itself, such as a dialog that closes, has done so by then. */
const SETTLED_MS = 500;

/**
 * What has the focus may go away by what it did: the button of a finding that is decided on, the row of what is
 * deleted. The browser then leaves the focus nowhere; here it goes to the title of the page, as on opening it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const isLost = () =>
      document.activeElement === document.body && last instanceof Element && !last.isConnected;
    const mend = () => {
      timer = undefined;
      if (isLost()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(mend, SETTLED_MS);
    });
    addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', note);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
