import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describedRoutes } from '../../src/app/describe-api.ts';

const sources = join(import.meta.dirname, '../../../console/src');

const machines = 'is for machines: load balancers, scrapers and generators';
const shownInList = (list: string) => `says no more than its row of ${list}, which the page shows`;

/** Operations that no page uses, and why. When a page uses one, it is removed from this list. */
const withoutPlace: Record<string, string> = {
  checkLiveness: machines,
  checkReadiness: machines,
  readMetrics: machines,
  readOpenApi: machines,
  publishEventBatch: 'is for programs: a page publishes one event at a time',
  streamEvents: 'is what every page follows, by the stream of the SDK',
  createEventSubscription: 'makes what createWebhookSubscription makes, with fewer settings',
  listEventSubscriptions: shownInList('listWebhookSubscriptions with `api=all`'),
  getEventSubscription: 'is read by getWebhookSubscription too, which tells more',
  deleteEventSubscription: 'is done by deleteWebhookSubscription too',
  subscribeToReviewEvents:
    'makes a subscription to the events of the review, as createWebhookSubscription does',
  listWebhookDeliveries: 'is found by searchWebhookDeliveries too, with more filters',
  getBackup: shownInList('listBackups'),
  getScalingAction: shownInList('listScalingActions'),
  getSuppression: shownInList('listSuppressions'),
  getMeeting: shownInList('listMeetings'),
  getOrganizationExport: shownInList('listOrganizationExports'),
};

function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

test('each operation has a place in the console, or is listed here with the reason', () => {
  const words = new Set(textOf(sources).match(/\w+/g));
  const ids = describedRoutes().map(({ operationId }) => operationId);
  const placeless = ids.filter((id) => !words.has(id));
  expect(placeless.sort()).toEqual(Object.keys(withoutPlace).sort());
});

test('the search of the console knows each page that has an address of its own', () => {
  const read = (file: string) => readFileSync(join(sources, 'app', file), 'utf8');
  const routes = ['routes.ts', 'contracts-routes.ts', 'outreach-routes.ts'].map(read).join('\n');
  const paths = [...routes.matchAll(/path: '([^':]*)'/g)].map(([, path]) => path);
  const found = new Set(
    [...`${read('find-pages.ts')}${read('sections.ts')}`.matchAll(/href: '#\/([^']*)'/g)].map(
      ([, path]) => path,
    ),
  );
  // An earlier address of the audit.
  expect(paths.filter((path) => !found.has(path))).toEqual(['people/log']);
});
