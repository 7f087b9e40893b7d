import { serveTasks } from '../../../../kit/threads/index.ts';
import { type FeedEntry, type PageFacts, parseFeed, parsePage } from './parse-page.ts';

/** Tasks of the thread that parses untrusted pages, away from the one that serves requests. */
export interface ParseTasks {
  page: { input: { text: string; url: string }; output: PageFacts };
  feed: { input: { text: string }; output: FeedEntry[] };
}

serveTasks<ParseTasks>({
  page: ({ text, url }) => parsePage(text, url),
  feed: ({ text }) => parseFeed(text),
});
