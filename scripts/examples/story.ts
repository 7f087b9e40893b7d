import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tellOfAccess } from './access.ts';
import { tellOfContracts, tellOfOperations } from './contracts.ts';
import { tellOfEvents, tellOfWebhooks } from './events-and-webhooks.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { tellOfAgents, tellOfCampaigns, tellOfLeads, tellOfMail, tellOfMessages } from './outreach.ts';
import { tellOfPeople } from './people.ts';
import { subscribeToReviews, tellOfReview, tellOfWorkflows } from './review-and-workflows.ts';

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
export async function tellStory(recorder: ExampleRecorder, hooks: string): Promise<void> {
  await tellOfAccess(recorder);
  await tellOfPeople(recorder);
  await subscribeToReviews(recorder, hooks);
  await tellOfEvents(recorder, hooks);
  await tellOfWebhooks(recorder, hooks);
  await tellOfWorkflows(recorder);
  await tellOfContracts(recorder);
  await tellOfOperations(recorder);
  const leadId = await tellOfLeads(recorder);
  await tellOfMail(recorder);
  await tellOfCampaigns(recorder);
  await tellOfMessages(recorder, leadId);
  await tellOfAgents(recorder, leadId);
  await tellOfReview(recorder);
}
