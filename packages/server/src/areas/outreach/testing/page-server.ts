import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: PageServer = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: {},
    visited: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}
