import { vi } from 'vitest';
import { required } from '../../kit/required.ts';
import type { Client, OperationSample } from './operation-sample.ts';
import { noteParent } from './path-parameters.ts';

let count = 0;

const invitation = () => ({ email: `sample-${++count}@example.com`, role: 'viewer' });

const organization = () => ({ name: `sample-${++count}` });

async function addOrganization(client: Client): Promise<string> {
  return (await client.run('createOrganization', { body: organization() })).body.id;
}

/** Names of those that may be erased, in the order in which they are: the name confirms it. */
const erasable: string[] = [];
let erased = '';

function eraseNext(): { name: string } {
  erased = erasable.shift() ?? erased;
  return { name: erased };
}

async function addErasable(client: Client): Promise<string> {
  const body = organization();
  const { id } = (await client.run('createOrganization', { body })).body;
  await client.run('suspendOrganization', { id });
  erasable.push(body.name);
  return id;
}

/** Somebody who has joined. */
async function addUser(client: Client): Promise<string> {
  const body = invitation();
  const { link } = (await client.run('inviteUser', { body })).body;
  const token = required(String(link).split('/join/')[1], 'the token of the link');
  await client.run('joinOrganization', { body: { token, name: 'Sample', password: 'a sample password' } });
  const { users } = (await client.run('listUsers', { query: '?limit=100' })).body;
  return (users as { id: string; email: string }[]).find(({ email }) => email === body.email)?.id ?? '';
}

/** A view of its own name each time: its owner has each name once. */
const view = () => ({ list: 'events', name: `sample-${++count}`, filters: { type: 'sample.*' } });

/** A request that is written down by itself, which is some seconds later. */
async function addRequest(client: Client): Promise<string> {
  const query = '?route=/v1/views&method=POST&limit=1';
  await client.run('saveView', { body: view() });
  return vi.waitUntil(
    async () => (await client.run('listRequests', { query })).body.requests[0]?.id as string | undefined,
    { timeout: 30_000, interval: 100 },
  );
}

export const accessSamples: Record<string, OperationSample> = {
  saveView: { body: view },
  inviteUser: { body: invitation },
  createPasswordLink: { prepare: addUser },
  createOrganization: { body: organization },
  suspendOrganization: { prepare: addOrganization },
  resumeOrganization: { prepare: addOrganization },
  exportOrganization: { prepare: addOrganization },
  eraseOrganization: { body: eraseNext, prepare: addErasable },
};

/** One of each kind; answers tell their ids. */
export async function fillAccess(client: Client): Promise<string[]> {
  const { id } = (await client.run('inviteUser', { body: invitation() })).body;
  return [id, await addUser(client), await addRequest(client)];
}

/** What only the organization that runs the service has: one that was exported, and one that was erased. */
export async function fillOperated(client: Client): Promise<string[]> {
  const exported = await addOrganization(client);
  const { id } = (await client.run('exportOrganization', { id: exported })).body;
  noteParent(id, exported);
  await client.until('getOrganizationExport', id, ({ status }) => status === 'completed');
  const erased = await addErasable(client);
  await client.run('eraseOrganization', { id: erased });
  await client.until('getOrganizationErasure', erased, ({ status }) => status === 'completed');
  return [exported, erased, id];
}
