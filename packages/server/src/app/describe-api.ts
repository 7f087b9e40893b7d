import { accessRoutes } from '../areas/access/index.ts';
import { contractsRoutes } from '../areas/contracts/index.ts';
import { eventsRoutes } from '../areas/events/index.ts';
import { outreachRoutes } from '../areas/outreach/index.ts';
import { applicationReviewRoutes } from '../areas/review/index.ts';
import { webhooksRoutes } from '../areas/webhooks/index.ts';
import { workflowsRoutes } from '../areas/workflows/index.ts';
import { type AnyRoute, buildOpenApi } from '../kit/http/index.ts';
import { errorCatalog } from './error-catalog.ts';
import { readVersion } from './read-version.ts';
import { readExamples } from './reference/examples.ts';
import { systemRoutes } from './system-routes.ts';

/** The complete route table with no services behind it: a row needs its service only when called. */
export function describedRoutes(): AnyRoute[] {
  const unserved = (): never => {
    throw new Error('a described route is not served');
  };
  return [
    ...eventsRoutes(unserved),
    ...webhooksRoutes(unserved),
    ...contractsRoutes(unserved),
    ...outreachRoutes(unserved),
    ...applicationReviewRoutes(unserved),
    ...workflowsRoutes(unserved),
    ...accessRoutes(unserved),
    ...systemRoutes({ checkReadiness: unserved, metricsText: unserved, readOpenApi: unserved }),
  ];
}

export const tags = [
  { name: 'Events', description: 'Publish events; subscribe to them; read, prove and follow the audit log.' },
  { name: 'Webhooks', description: 'Subscriptions, signed deliveries, retries, dead letters, replay.' },
  {
    name: 'Contracts',
    description:
      'Register, deploy, call and execute smart contracts; networks, wallets and what they may spend.',
  },
  {
    name: 'Operations',
    description: 'Health and alerts of contracts; data that comes in; backups of what is registered; nodes.',
  },
  {
    name: 'Outreach',
    description: 'Campaigns, meetings, agents, costs and traces.',
  },
  { name: 'Mail', description: 'Messages, mailboxes, templates, the sandbox, and mail that comes in.' },
  { name: 'Leads', description: 'Import, enrich, score and erase leads.' },
  { name: 'Suppressions', description: 'Addresses and domains that nobody writes to.' },
  {
    name: 'Applications',
    description: 'Upload code; its analysis, readiness, components and bill of materials.',
  },
  { name: 'Review', description: 'Reviews, findings, rules, and what is set aside.' },
  { name: 'Workflows', description: 'Actions on every platform, started by events.' },
  { name: 'Keys', description: 'API keys, their scopes and their rotation.' },
  { name: 'Requests', description: 'What keys and people asked of the API.' },
  { name: 'Views', description: 'Filters of lists, saved under a name.' },
  { name: 'People', description: 'Who may do what in the organization, and invitations.' },
  { name: 'Session', description: 'Browsers that are signed in, with an API key or as a person.' },
  { name: 'Organization', description: 'The organization of the key, its limits and their use.' },
  { name: 'System', description: 'Health, metrics and this description. No key needed.' },
];

const description = `Every request carries \`Authorization: Bearer <API key>\`. Every refusal has the body
\`{"error": {"code", "message", "field", "request_id", "details"}}\`. Lists answer \`total\`, \`limit\`, \`offset\`
and \`has_more\`. A POST with an \`Idempotency-Key\` is done once, however often it is sent. All of it with examples:
[how the API works](/docs/guides/api).
More to read: [guides](/docs/guides), [events](/docs/events), [errors](/docs/errors), [settings](/docs/settings),
[limits](/docs/limits).`;

/** The OpenAPI document of this code, as committed. */
export async function describeApi(): Promise<string> {
  const document = await buildOpenApi(describedRoutes(), {
    title: 'Trivium',
    version: readVersion(),
    description: description.replaceAll('\n', ' '),
    tags,
    errors: errorCatalog,
    examples: await readExamples(),
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
