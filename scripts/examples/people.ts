import { decodeSecret } from '../../packages/server/src/areas/access/second-factor/totp.fixture.ts';
import { codeAt } from '../../packages/server/src/areas/access/second-factor/totp.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import type { ExampleRecorder } from './example-recorder.ts';

const PASSWORD = 'seven quiet harbours, 1904';
const NEW_PASSWORD = 'eleven loud stations, 1877';

export async function recordPeople(r: ExampleRecorder): Promise<void> {
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
  await recordSecondFactor(r);
  const { users } = await r.record('listUsers', { query: { limit: 2 } });
  const params = { id: users[0].id };
  await r.record('getUser', { params });
  await r.record('changeUserRole', { params, body: { role: 'operator' } });
  await r.record('createPasswordLink', { params });
  await r.ask('beginSecondFactor', { body: { password: NEW_PASSWORD }, isOfPerson: true });
  await r.record('resetSecondFactor', { params });
  await r.record('removeUser', { params });
  const other = await r.ask('inviteUser', { body: { email: 'konrad@z3.example', role: 'viewer' } });
  await r.record('withdrawInvitation', { params: { id: other.id } });
}

async function recordSecondFactor(r: ExampleRecorder): Promise<void> {
  const isOfPerson = true;
  const { secret } = await r.record('beginSecondFactor', { body: { password: NEW_PASSWORD }, isOfPerson });
  const code = codeAt(decodeSecret(secret), Math.floor(Date.now() / 30_000));
  const { recovery_codes: codes } = await r.record('confirmSecondFactor', { body: { code }, isOfPerson });
  await r.record('removeSecondFactor', { body: { code: codes[0] }, isOfPerson });
  // Requests are kept unchanged, but these values differ in each run.
  Object.assign(required(r.examples.confirmSecondFactor, 'it').request, { body: { code: '287082' } });
  Object.assign(required(r.examples.removeSecondFactor, 'it').request, { body: { code: '081804' } });
  Object.assign(required(r.examples.beginSecondFactor, 'it').response, {
    body: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Trivium:ada%40engines.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trivium&digits=6&period=30',
    },
  });
  Object.assign(required(r.examples.confirmSecondFactor, 'it').response, {
    body: { recovery_codes: ['MZXW-6YTB-OI2D-KQ3L', 'GEZD-GNBV-GY3T-QOJQ'] },
  });
}

/** The end of an invitation link proves the invitation. */
function tokenIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}
