import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is, each with the place. */
export async function findBarriers(page: Page): Promise<string[]> {
  // It stays until the page is loaded anew.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  // Of what holds it would put together as much as of what does not, and nobody reads it.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    selectors: false,
  })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  );
}
