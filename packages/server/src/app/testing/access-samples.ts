import { required } from '../../kit/required.ts';
import type { Client, OperationSample } from './operation-sample.ts';

let count = 0;

const invitation = () => ({ email: `sample-${++count}@example.com`, role: 'viewer' });

const organization = () => ({ name: `sample-${++count}` });

async function addOrganization(client: Client): Promise<string> {
  return (await client.run('createOrganization', { body: organization() })).body.id;
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

export const accessSamples: Record<string, OperationSample> = {
  inviteUser: { body: invitation },
  createPasswordLink: { prepare: addUser },
  createOrganization: { body: organization },
  suspendOrganization: { prepare: addOrganization },
  resumeOrganization: { prepare: addOrganization },
};

/** One of each kind; answers tell their ids. */
export async function fillAccess(client: Client): Promise<string[]> {
  const { id } = (await client.run('inviteUser', { body: invitation() })).body;
  return [id, await addUser(client)];
}
