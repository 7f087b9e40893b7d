import type { TemplateResult } from 'lit-html';
import type { Trivium } from '../../sdk/src/index.ts';

/** What a page works with while it is open. */
export interface PageContext {
  trivium: Trivium;
  /** The parts of the address that the page's pattern leaves open. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Aborted when the page is left. */
  signal: AbortSignal;
  /** Shows the page's new state. */
  redraw(): void;
  /** Reads something of the page; it is read again after each change. */
  shows(read: () => Promise<void>): void;
  /** Something was changed: what the page shows is read anew, and again while the change may be working on. */
  changed(): void;
}

/** Opens a page; what it returns draws its state. */
export type OpenPage = (context: PageContext) => () => TemplateResult;
