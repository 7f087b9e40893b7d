import { required } from '../../packages/server/src/kit/required.ts';
import type { CDPSession, Page } from '../../packages/server/test/browser/open-browser.ts';

/** How long a page must not change until it counts as finished. */
const REST_MS = 200;

/** Work of the page itself: CPU milliseconds of its main thread for scripts, styles, layout and paint. */
export interface OwnWork {
  /** Runs an action, waits until the page is finished, and resolves with the page's work. */
  of(act: () => Promise<unknown>): Promise<number>;
}

export async function watchOwnWork(page: Page): Promise<OwnWork> {
  const session = await page.context().newCDPSession(page);
  // CPU time, so that other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async of(act) {
      const before = await taskMs(session);
      await act();
      await rest(page);
      return (await taskMs(session)) - before;
    },
  };
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  return required(found, 'the work of the page').value * 1_000;
}

/**
 * Waits until the document has not changed for a while. Regular changes once a second, such as a clock, do not count.
 */
async function rest(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(end, ${REST_MS});
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ${REST_MS});
    });
    function end() {
      observer.disconnect();
      resolve();
    }
    observer.observe(document.body, { childList: true, subtree: true });
  })`);
}
