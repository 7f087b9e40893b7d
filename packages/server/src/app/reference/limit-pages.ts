import { type LimitDefinition, limitTable } from '../../engine/limits/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { describedRoutes } from '../describe-api.ts';
import { type Bound, bounds } from './bounds.ts';
import { grouped, lazyPage, operationName, type ReferencePage, table } from './reference-page.ts';

const HOW_COUNTED = `Limits hold for each organization, counted over all nodes.
[\`RATE_LIMIT_SCALE\`](SETTINGS/RATE_LIMIT_SCALE.md) multiplies them. Every answer to a valid key shows them:
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) for the limit that is
closest to being used up; \`RateLimit\` and \`RateLimit-Policy\` for all that the request counts against. Beyond a
limit the answer is 429 [\`rate_limit_exceeded\`](ERRORS/rate_limit_exceeded.md) with \`Retry-After\`. A window begins
with its first request.`;

/** The list of all limits, and a page for each. */
export function limitPages(): ReferencePage[] {
  const routes = describedRoutes();
  const rates = limitTable().map((limit) => ({
    limit,
    routes: routes.filter((route) => route.limits?.includes(limit.name)),
  }));
  const others = bounds(routes);
  return [
    lazyPage('limits', 'Limits', () => listText(rates, others)),
    ...rates.map((rate) =>
      lazyPage(`limits/${rate.limit.name}`, `\`${rate.limit.name}\``, () => rateText(rate)),
    ),
    ...others.map((bound) => lazyPage(`limits/${bound.name}`, `\`${bound.name}\``, () => boundText(bound))),
  ];
}

interface Rate {
  limit: LimitDefinition;
  /** The routes that count against it. */
  routes: AnyRoute[];
}

function howCounted(toRoot: string): string {
  return HOW_COUNTED.replace('SETTINGS', `${toRoot}settings`).replace('ERRORS', `${toRoot}errors`);
}

function listText(rates: readonly Rate[], others: readonly Bound[]): string {
  const rateRows = rates.map(({ limit: { name, limit, windowSeconds }, routes }) => [
    `[\`${name}\`](limits/${name}.md)`,
    grouped(limit),
    windowName(windowSeconds),
    `${routes.length} ${routes.length === 1 ? 'operation' : 'operations'}`,
  ]);
  const boundRows = others.map(({ name, most, meaning }) => [
    `[\`${name}\`](limits/${name}.md)`,
    most,
    meaning.replaceAll('](../', ']('),
  ]);
  return `
## How often
${howCounted('')}

${table(['Limit', 'Requests', 'Window', 'Counts'], rateRows)}

## How much
${table(['Limit', 'At most', 'Of what'], boundRows)}
`;
}

function rateText({ limit: { limit, windowSeconds }, routes }: Rate): string {
  return `
**${grouped(limit)} requests each ${windowName(windowSeconds)}**, for an organization.

## What counts
${routes.map((route) => `- ${operationName(route)}: ${route.summary}`).join('\n')}

## How it is counted
${howCounted('../')}

All limits: [Limits](../limits.md).
`;
}

function boundText({ most, meaning, code }: Bound): string {
  const beyond = code === undefined ? '' : `\nBeyond it the answer is [\`${code}\`](../errors/${code}.md).\n`;
  return `
**At most ${most}.** ${meaning}
${beyond}
All limits: [Limits](../limits.md).
`;
}

function windowName(seconds: number): string {
  return seconds === 3600 ? 'hour' : seconds === 60 ? 'minute' : `${seconds} s`;
}
