import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordAccess } from './access.ts';
import { recordContracts, recordOperations } from './contracts.ts';
import { recordEvents, recordWebhooks } from './events-and-webhooks.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { recordAgents, recordCampaigns, recordLeads, recordMail, recordMessages } from './outreach.ts';
import { recordPeople } from './people.ts';
import { recordReview, recordWorkflows, subscribeToReviews } from './review-and-workflows.ts';

/** A receiver on loopback that accepts every delivery, except at the path `/refuse`. */
export async function openHooks(): Promise<AsyncDisposable & { address: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === '/refuse' ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Calls every operation of `/v1` once, in an order that makes sense for an organization. */
export async function recordStory(recorder: ExampleRecorder, hooks: string): Promise<void> {
  await recordAccess(recorder);
  await recordPeople(recorder);
  await subscribeToReviews(recorder, hooks);
  await recordEvents(recorder, hooks);
  await recordWebhooks(recorder, hooks);
  await recordWorkflows(recorder);
  await recordContracts(recorder);
  await recordOperations(recorder);
  const leadId = await recordLeads(recorder);
  await recordMail(recorder);
  await recordCampaigns(recorder);
  await recordMessages(recorder, leadId);
  await recordAgents(recorder, leadId);
  await recordReview(recorder);
}
