import { serveTasks } from '../../../../kit/threads/index.ts';
import { type FeedEntry, type PageFacts, parseFeed, parsePage } from './parse-page.ts';

/** What the thread does that reads strangers' pages, off the one that answers requests. */
export interface ParseTasks {
  page: { input: { text: string; url: string }; output: PageFacts };
  feed: { input: { text: string }; output: FeedEntry[] };
}

serveTasks<ParseTasks>({
  page: ({ text, url }) => parsePage(text, url),
  feed: ({ text }) => parseFeed(text),
});
