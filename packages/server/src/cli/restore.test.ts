import { expect, test } from 'vitest';
import { createKey } from './keys.ts';
import { restoreBackup } from './restore.ts';

test.each([
  '2026-02-31T10:00:00Z',
  '2026-11-31T10:00:00+02:00',
  '2026-11-26T24:00:00Z',
  '2026-11-26T10:30:00',
  '2026-11-26',
  '1795817395519',
])('a restore to %s is refused, never to some other time', async (at) => {
  await expect(restoreBackup({}, { at })).rejects.toThrow(`${at} is not a time`);
});

test.each(['1/2/2027', '2027-02-30', 'March 7', '2027'])('a key cannot expire at %s', async (expiresAt) => {
  const options = { name: 'n', organization: 'o', scopes: 'admin', environment: 'production', expiresAt };
  await expect(createKey({}, options)).rejects.toThrow('--expires-at must be an ISO 8601 timestamp');
});
