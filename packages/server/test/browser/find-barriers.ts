import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The accessibility problems that axe finds on the page, with their places. */
export function findBarriers(page: Page): Promise<string[]> {
  return run(page, JSON.stringify(tags));
}

/** The problems of colours only. On a page that is already checked, the other colour scheme changes nothing else. */
export function findColourBarriers(page: Page): Promise<string[]> {
  return run(
    page,
    `{ type: 'rule', values: axe.getRules(['cat.color'])
      .filter((rule) => rule.tags.some((tag) => ${JSON.stringify(tags)}.includes(tag)))
      .map(({ ruleId }) => ruleId) }`,
  );
}

async function run(page: Page, runOnly: string): Promise<string[]> {
  // It stays until the page is loaded again.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  // Results of rules without violations would take as long to compute, and nobody reads them.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    runOnly: ${runOnly},
    resultTypes: ['violations'],
    selectors: false,
  })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  );
}
