import type { ExampleRecorder } from './example-recorder.ts';

const PASSWORD = 'seven quiet harbours, 1904';
const NEW_PASSWORD = 'eleven loud stations, 1877';

export async function tellOfPeople(r: ExampleRecorder): Promise<void> {
  await r.record('readSignInMethods');
  const invited = await r.record('inviteUser', { body: { email: 'ada@engines.example', role: 'developer' } });
  await r.record('listInvitations', { query: { limit: 2 } });
  const token = tokenIn(invited.link);
  await r.record('readInvitation', { body: { token } });
  await r.record('joinOrganization', { body: { token, name: 'Ada', password: PASSWORD } });
  await r.record('signIn', { body: { email: 'ada@engines.example', password: PASSWORD } });
  await r.record('changePassword', {
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    isOfPerson: true,
  });
  const { users } = await r.record('listUsers', { query: { limit: 2 } });
  const params = { id: users[0].id };
  await r.record('getUser', { params });
  await r.record('changeUserRole', { params, body: { role: 'operator' } });
  await r.record('createPasswordLink', { params });
  await r.record('removeUser', { params });
  const other = await r.ask('inviteUser', { body: { email: 'konrad@z3.example', role: 'viewer' } });
  await r.record('withdrawInvitation', { params: { id: other.id } });
}

/** A link ends with what proves that one was invited. */
function tokenIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}
