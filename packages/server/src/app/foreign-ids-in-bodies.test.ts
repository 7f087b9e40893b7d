import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describedRoutes } from './describe-api.ts';
import { fillOperated } from './testing/access-samples.ts';
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
import { takesKindOf } from './testing/path-kinds.ts';
import { everyParameter } from './testing/path-parameters.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

type Ids = Map<string, Set<string>>;

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
/** Of the one whose ids are sent. */
let ids: Ids;
let answers: string[];
/** Of the one that sends them: it has a thing of its own for every path. */
let ownKey: string;
let ownIds: Ids;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  ownKey = await service.addKey('sender');
  const operated = await fillOperated(openClient(walker, service.key));
  answers = [...operated, ...(await fillOrganization(walker, service.key, receiver.url))];
  ids = await collectIds(walker, service.key, answers);
  ownIds = await collectIds(walker, ownKey, await fillOrganization(walker, ownKey, receiver.url));
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

/** What a field names by an id, by the field's name. */
const KINDS: Record<string, string> = {};

/** Texts of the client's own, which look like ids and name nothing of ours. */
const LABELS = new Set<string>([]);

/** Each field of a body that names something by its id, at any depth. */
const fields = describedRoutes().flatMap((route) => {
  if (route.body === undefined || route.access === 'public') return [];
  const paths = new Set(edgesOf(route.body).map(({ field }) => field));
  return [...paths]
    .filter((path) => /(?:_id|_ids|[a-z]Ids?|^id)$/.test(path.replace(/(?:\.0)+$/, '')))
    .map((path) => [`${route.operationId} ${path}`, route, path] as const);
});

async function sendId(route: AnyRoute, field: string, id: string): Promise<Answer> {
  const own = [...ownIds.values()].flatMap((found) => [...found]).find((one) => takesKindOf(route, one));
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

describe('an id of another organization in a body is answered as one that nothing has', () => {
  test.each(fields)('%s', async (name, route, field) => {
    const kind =
      KINDS[
        field
          .replace(/(?:\.0)+$/, '')
          .split('.')
          .at(-1) ?? ''
      ];
    const foreign = [...ids].filter(([prefix]) => kind === undefined || prefix === kind);
    for (const [prefix, found] of foreign) {
      const id = required([...found][0], 'an id');
      const missing =
        prefix === 'trace'
          ? randomUUID().replaceAll('-', '')
          : `${prefix}_${randomUUID().replaceAll('-', '')}`;
      const answer = await sendId(route, field, id);
      const nobodys = await sendId(route, field, missing);
      console.log('SEEN', name, prefix, answer.status, nobodys.status, answer.text.slice(0, 160));
      expect(comparable(answer, id)).toEqual(comparable(nobodys, missing));
    }
  });
});
