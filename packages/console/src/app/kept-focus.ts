import { useEffect } from 'react';

/** What gives the focus back by itself, such as a dialog that closes, has done so by then. */
const SETTLED_MS = 200;
/** What lies above the page, and goes away. */
const OVERLAYS = '.overlay, .popover, .toasts';

/**
 * What has the focus may go away by what it did: the button of a finding that is decided on, the row of what is
 * deleted, a dialog that was opened from the item of a menu. The browser then leaves the focus nowhere. Here it returns
 * to where it last was on the page itself, such as the button of the menu; if that is gone too, to the title of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | undefined;
    let place: HTMLElement | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      if (target.closest(OVERLAYS) === null) place = target;
    };
    const isNowhere = () => document.activeElement === document.body;
    const isLost = () => isNowhere() && last?.isConnected === false;
    const mend = () => {
      timer = undefined;
      if (!isLost()) return;
      place?.focus({ preventScroll: true });
      if (isNowhere()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
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
