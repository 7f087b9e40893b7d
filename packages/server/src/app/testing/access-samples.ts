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

/** Names of the organizations that may be erased, in order: a request for erasure repeats the name as confirmation. */
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

/** A person who has accepted an invitation. */
async function addUser(client: Client): Promise<string> {
  const body = invitation();
  const { link } = (await client.run('inviteUser', { body })).body;
  const token = required(String(link).split('/join/')[1], 'the token of the link');
  await client.run('joinOrganization', { body: { token, name: 'Sample', password: 'a sample password' } });
  const { users } = (await client.run('listUsers', { query: '?limit=100' })).body;
  return (users as { id: string; email: string }[]).find(({ email }) => email === body.email)?.id ?? '';
}

/** With a new name each time, because a person's views need different names. */
const view = () => ({ list: 'events', name: `sample-${++count}`, filters: { type: 'sample.*' } });

/** A logged request. Requests are logged a few seconds later. */
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

/** Makes one of each kind; their ids are in the answers. */
export async function fillAccess(client: Client): Promise<string[]> {
  const { id } = (await client.run('inviteUser', { body: invitation() })).body;
  return [id, await addUser(client), await addRequest(client)];
}

/** What only the operator's organization has: an exported organization, and an erased one. */
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
