import { parentPort } from 'node:worker_threads';
import type { ParseTask } from './page-parser.ts';
import { parseFeed, parsePage } from './parse-page.ts';

// Strangers' pages are read here, off the thread that answers requests.
parentPort!.on('message', ({ id, kind, text, url }: ParseTask) => {
  try {
    parentPort!.postMessage({ id, value: kind === 'page' ? parsePage(text, url) : parseFeed(text) });
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message });
  }
});
