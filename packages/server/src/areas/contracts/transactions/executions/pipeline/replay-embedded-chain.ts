import type { Hex } from 'viem';
import type { Clock } from '../../../../../kit/clock.ts';
import type { EmbeddedRpcChain } from '../../../chains/chain/embedded/embedded-rpc-chain.ts';
import type { WalletDirectory } from '../../../chains/wallets/wallet-directory.ts';
import type { ContractsDatabase } from '../../../terms/contract-tables.ts';
import { listSignedFrom, type MinedState, updateMined } from './transaction.repository.ts';
import { rawOf, type SignedRecord } from './transaction-record.ts';

export interface ReplayPorts {
  // biome-ignore lint/suspicious/noExplicitAny: the caller types its own tables
  db: any;
  clock: Clock;
  wallets: WalletDirectory;
  onError(error: unknown): void;
}

const BATCH = 200;
const LANDING_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * After a kill, the last snapshot lacks the newest blocks. Everything that the service signed is in the
 * database, so it is sent again in the order in which it was mined. Transactions that were settled get into
 * other blocks than before: their records are corrected, their outcome stays.
 */
export async function replayEmbeddedChain(ports: ReplayPorts, chain: EmbeddedRpcChain): Promise<void> {
  const { clock, wallets } = ports;
  const db = ports.db as ContractsDatabase;
  const addresses = await wallets.refill(chain);
  if (addresses.length === 0) return;
  const nonces = await chain.nonces(addresses, 'latest');
  const accounts = addresses.map((address, i) => ({ address, nonce: nonces[i] ?? 0 }));
  const signed = withoutCopies(await listSignedFrom(db, chain.network, accounts));
  if (signed.length === 0) return;
  for (let at = 0; at < signed.length; at += BATCH) {
    await chain.send(signed.slice(at, at + BATCH).map(landedRaw));
  }
  const settled = signed.filter(({ live }) => !live);
  const missing = await untilLanded(chain, settled, (landed) =>
    updateMined(db, landed, new Date(clock.now()), false),
  );
  if (missing > 0) {
    ports.onError(new Error(`${missing} settled transactions did not land again on ${chain.network}`));
  }
}

/** Of several with the same nonce, the mined one; the last sent if none was mined. */
function landedRaw(record: SignedRecord): Hex {
  return rawOf(record, record.transactionHash);
}

/** Restored copies have the same signed bytes as their originals. */
function withoutCopies(records: readonly SignedRecord[]): SignedRecord[] {
  const seen = new Map<Hex, SignedRecord>();
  for (const record of records) {
    const raw = landedRaw(record);
    const known = seen.get(raw);
    if (known === undefined || (record.live && !known.live)) seen.set(raw, record);
  }
  return [...seen.values()];
}

async function untilLanded(
  chain: EmbeddedRpcChain,
  records: readonly SignedRecord[],
  note: (landed: MinedState[]) => Promise<void>,
): Promise<number> {
  let waiting = [...records];
  const endsAt = performance.now() + LANDING_TIMEOUT_MS;
  while (waiting.length > 0 && performance.now() < endsAt) {
    const part = waiting.slice(0, BATCH);
    const receipts = await chain.receipts(part.map(({ transactionHash }) => transactionHash));
    const landed = part.flatMap((record, i): MinedState[] => {
      const receipt = receipts[i];
      if (receipt == null) return [];
      const { blockNumber: number, blockHash: hash, transactionIndex: index } = receipt;
      const block = { number, hash, index };
      return [{ ...record, block, minedAt: record.minedAt, transactionHash: receipt.transactionHash }];
    });
    if (landed.length > 0) await note(landed);
    const done = new Set(landed.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !done.has(id));
    if (landed.length === 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return waiting.length;
}
