import type { Trivium } from '../../packages/sdk/src/index.ts';
import { zipOf } from '../../packages/server/src/app/testing/sample-file.ts';
import { sampleData } from '../load/request-template.ts';

/** Ids that the console's addresses need. */
export interface Filled {
  review: string;
}

const BATCH = 100;
const TYPE = 'order.paid';
const EXPECTED = { pollMs: 200, timeoutMs: 600_000 };

/** Fills each list up to the given number of rows: events and their deliveries, leads, and the findings of a review. */
export async function fillLists(
  trivium: Trivium,
  rows: { from: number; to: number },
  receiver: string,
): Promise<Filled> {
  if (rows.from === 0) await trivium.webhooks.subscribe({ ...subscription, url: receiver });
  await publish(trivium, rows);
  await importLeads(trivium, rows);
  const review = await importFindings(trivium, rows.to);
  await trivium.waitFor(
    () => trivium.api.searchWebhookDeliveries({ query: { status: 'success', limit: 1 } }),
    ({ total }) => total >= rows.to,
    EXPECTED,
  );
  return { review };
}

const subscription = { name: 'Orders', secret: 'shh', events: [TYPE] };

async function publish({ api }: Trivium, { from, to }: { from: number; to: number }): Promise<void> {
  const data = sampleData(TYPE);
  for (let at = from; at < to; at += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, to - at) }, (_, i) => ({
      type: TYPE,
      source: 'shop',
      data: { ...data, number: at + i },
      metadata: { correlationId: `checkout-${at + i}` },
    }));
    await api.publishEventBatch({ body: { events } });
  }
}

async function importLeads(trivium: Trivium, { from, to }: { from: number; to: number }): Promise<void> {
  const lines = Array.from({ length: to - from }, (_, i) => {
    const at = from + i;
    return `person.${at}@firm-${at % 997}.example,Maria ${at},Keller,Firm ${at % 997},Head of Data`;
  });
  const head = 'email,first_name,last_name,company,title';
  await trivium.leads.import(new Blob([[head, ...lines, ''].join('\n')]), { auto_score: true });
}

/** Imports a SARIF report as a review of its own application. */
async function importFindings(trivium: Trivium, count: number): Promise<string> {
  const archive = await zipOf({ 'src/app.js': 'export const answer = 42;\n' });
  const { id } = await trivium.upload('uploadApplication', archive, 'application/zip', {
    query: { name: `Findings ${count}` },
  });
  await trivium.waitFor(
    () => trivium.api.getApplication({ params: { id } }),
    ({ status }) => status !== 'analyzing',
    EXPECTED,
  );
  const report = JSON.stringify({ version: '2.1.0', runs: [runOf(count)] });
  const review = await trivium.upload('importSarif', new Blob([report]), 'application/sarif+json', {
    params: { id },
  });
  return review.review_id;
}

const levels = ['error', 'warning', 'note'];

function runOf(count: number): object {
  const results = Array.from({ length: count }, (_, at) => ({
    ruleId: `rule-${at % 40}`,
    level: levels[at % levels.length],
    message: { text: `The value of line ${at} comes from a request and is put into a query as it is.` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `src/part-${at % 400}/module-${at % 1000}.js` },
          region: {
            startLine: 1 + at,
            snippet: { text: `db.query("select * from t where id = " + v${at})` },
          },
        },
      },
    ],
  }));
  const rules = Array.from({ length: 40 }, (_, at) => ({
    id: `rule-${at}`,
    name: `Rule ${at}`,
    shortDescription: { text: `SQL is built from a request, kind ${at}` },
  }));
  return { tool: { driver: { name: 'Another tool', rules } }, results };
}
