import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import {
  findOwnWallet,
  findSharedWallet,
  insertWallet,
  listEmbeddedWallets,
  lockWallet,
  type NewWallet,
  raiseNextNonce,
} from './wallet.repository.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openDatabase();
});

afterAll(() => open?.close());

const owner = { orgId: newUuid(), environment: 'production' };
const wallet = (more: Partial<NewWallet>): NewWallet => ({
  id: newUuid(),
  network: 'devnet',
  chainId: 31_337,
  address: '0x00000000000000000000000000000000000000aa',
  owner,
  sealedKey: 'sealed',
  nextNonce: 0,
  createdAt: new Date(0),
  ...more,
});

test('nodes that make an owner’s wallet at the same time make one together, and each environment has its own', async () => {
  const address = '0x00000000000000000000000000000000000000bb';
  await Promise.all([insertWallet(open.db, wallet({})), insertWallet(open.db, wallet({ address }))]);
  const own = await findOwnWallet(open.db, 'devnet', owner);
  expect(own).toMatchObject({ network: 'devnet', chainId: 31_337, sealedKey: 'sealed' });
  expect(await listEmbeddedWallets(open.db, 'devnet')).toEqual([own]);
  expect(await findOwnWallet(open.db, 'devnet', { ...owner, environment: 'staging' })).toBeUndefined();
  expect(await findOwnWallet(open.db, 'devnet', { ...owner, orgId: newUuid() })).toBeUndefined();
});

test('the next nonce of an account grows with the chain, and never goes back', async () => {
  const shared = wallet({ network: 'sepolia', chainId: 1, owner: null, sealedKey: null, nextNonce: 5 });
  await insertWallet(open.db, shared);
  const next = () => open.db.transaction().execute(async (tx) => (await lockWallet(tx, shared.id)).nextNonce);
  expect(await next()).toBe(5);
  await raiseNextNonce(open.db, shared, 9);
  await raiseNextNonce(open.db, shared, 7);
  expect(await next()).toBe(9);
  expect(await findSharedWallet(open.db, 'sepolia', 1, shared.address)).toMatchObject({ sealedKey: null });
  expect(await listEmbeddedWallets(open.db, 'sepolia')).toEqual([]);
});

test('a missing wallet is named in the error', async () => {
  const id = newUuid();
  await expect(open.db.transaction().execute((tx) => lockWallet(tx, id))).rejects.toThrow(
    `the wallet ${id} is missing`,
  );
});
