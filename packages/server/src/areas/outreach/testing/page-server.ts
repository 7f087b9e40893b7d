import { createServer } from 'node:http';
import { listen } from '../../../kit/net/listen.fixture.ts';

export interface Page {
  type: string;
  body: string;
  status?: number;
  location?: string;
}

export interface PageServer {
  base: string;
  /** By path. */
  pages: Record<string, Page>;
  /** What was asked for, in order. */
  visited: string[];
  close(): void;
}

/** A web site whose pages a test sets; it has no other. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    site.visited.push(url);
    const page = site.pages[url.split('?', 1).join()];
    response.writeHead(page?.status ?? (page ? 200 : 404), {
      'content-type': page?.type ?? 'text/plain',
      ...(page?.location && { location: page.location }),
    });
    response.end(page?.body ?? '');
  });
  const { origin } = await listen(server);
  const site: PageServer = {
    base: origin,
    pages: {},
    visited: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}
