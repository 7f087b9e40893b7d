import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import type { Answer } from './testing/documented-answers.ts';
import { edgesOf, withValue } from './testing/edge-values.ts';
import {
  collectIds,
  fillOrganization,
  openRefusingReceiver,
  type Receiver,
} from './testing/filled-organization.ts';
import { openClient } from './testing/operation-samples.ts';
import { fillOutreach } from './testing/outreach-samples.ts';
import { acceptsKindOf } from './testing/path-kinds.ts';
import { everyParameter } from './testing/path-parameters.ts';
import { fillReview } from './testing/review-samples.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

type Ids = Map<string, Set<string>>;

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
/** Ids of the organization that does not send the requests. */
let ids: Ids;
let answers: string[];
/** The organization that sends the requests. It has its own thing for every path. */
let ownKey: string;
let ownIds: Ids;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  ownKey = await service.addKey('sender');
  const fillOwn = async () => {
    const client = openClient(walker, ownKey);
    const subscription = walker.route('createWebhookSubscription');
    const made = await walker.ask(subscription, { key: ownKey, body: sampleBody(subscription) });
    const filled = [made.text, ...(await fillReview(client)), ...(await fillOutreach(client))];
    ownIds = await collectIds(walker, ownKey, filled);
  };
  const fillOther = async () => {
    answers = await fillOrganization(walker, service.key, receiver.url);
    ids = await collectIds(walker, service.key, answers);
  };
  await Promise.all([fillOwn(), fillOther()]);
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

/** Kinds of ids that a field takes, by the name of the field. A field that is not listed gets ids of every kind. */
const KINDS: Record<string, readonly string[]> = {
  subscription_id: ['sub', 'whs'],
  event_id: ['evt'],
  key_id: ['key'],
  lead_id: ['led'],
  lead_ids: ['led'],
  campaign_id: ['cmp'],
  import_job_id: ['imp'],
  mailbox_id: ['mbx'],
  mailbox_ids: ['mbx'],
  review_id: ['rev'],
  baseline_review_id: ['rev'],
};

/** Texts chosen by the client. They are stored unchanged and refer to nothing. */
const LABELS = new Set(['correlationId', 'correlation_id', 'userId', 'source_id', 'client_id']);

/** Each field of a body that takes an id, at any depth. */
const fields = describedRoutes().flatMap((route) => {
  if (route.body === undefined || route.access === 'public') return [];
  const paths = new Set(edgesOf(route.body).map(({ field }) => field));
  return [...paths]
    .filter((path) => /(?:_ids?|[a-z]Ids?)$/.test(nameOf(path)) && !LABELS.has(nameOf(path)))
    .map((path) => [`${route.operationId} ${path}`, route, path] as const);
});

function nameOf(path: string): string {
  return path.split('.').findLast((step) => step !== '0') ?? '';
}

async function sendId(route: AnyRoute, field: string, id: string): Promise<Answer> {
  const own = [...ownIds.values()].flatMap((found) => [...found]).find((one) => acceptsKindOf(route, one));
  const params =
    route.params === undefined ? {} : everyParameter(route.path, required(own, 'a thing of its own'));
  const body = withValue(sampleBody(route) ?? {}, { field, value: id });
  return walker.ask(route, { key: ownKey, params, query: sampleQuery(route), body });
}

function comparable({ status, text }: Answer, id: string): unknown {
  return status < 400
    ? status
    : { status, text: text.replace(/"request_id":"[^"]+"/, '').replaceAll(id, '<id>') };
}

/**
 * The operator, whose ids are sent, also sees the organization of the sender, so the ids of the sender are left out.
 */
function foreignIds(): string[] {
  const own = new Set([...ownIds.values()].flatMap((found) => [...found]));
  return [...ids].flatMap(([prefix, found]) =>
    prefix === 'org' ? [] : [...found].filter((id) => !own.has(id)),
  );
}

/** An id of this kind that does not exist. */
function missingLike(prefix: string): string {
  const digits = randomUUID().replaceAll('-', '');
  return prefix === 'trace' ? digits : `${prefix}_${digits}`;
}

describe('the id of another organization in a body gets the same answer as an unknown id', () => {
  test.each(fields)('%s', async (_name, route, field) => {
    const kinds = KINDS[nameOf(field)] ?? [...ids.keys()];
    for (const prefix of kinds) {
      const id = required([...(ids.get(prefix) ?? [])][0], `an id of the kind ${prefix}`);
      const missing = missingLike(prefix);
      const answer = await sendId(route, field, id);
      const nobodys = await sendId(route, field, missing);
      expect(comparable(answer, id)).toEqual(comparable(nobodys, missing));
      // The answer may repeat the id that was sent, but must not contain any other id of the other organization.
      for (const other of foreignIds()) if (other !== id) expect(answer.text).not.toContain(other);
    }
  });
});

test('everything of the other organization still exists', async () => {
  const now = await collectIds(walker, service.key, answers);
  for (const [prefix, before] of ids)
    expect([...(now.get(prefix) ?? [])]).toEqual(expect.arrayContaining([...before]));
}, 300_000);
