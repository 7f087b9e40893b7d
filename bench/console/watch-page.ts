import { required } from '../../packages/server/src/kit/required.ts';
import type { CDPSession, Page } from '../../packages/server/test/browser/open-browser.ts';

/** How long nothing may happen until a page is taken to be at rest. */
const REST_MS = 200;

/** What the page itself did: milliseconds of processor time of its main thread, in scripts, styles, layout and paint. */
export interface OwnWork {
  /** Does something, waits until the page is at rest, and resolves with its work meanwhile. */
  of(act: () => Promise<unknown>): Promise<number>;
}

export async function watchOwnWork(page: Page): Promise<OwnWork> {
  const session = await page.context().newCDPSession(page);
  // Its processor time: what others do on the machine meanwhile is none of its work.
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

/** Until the document has not changed for a while; what is changed every second, such as a clock, is none of it. */
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
