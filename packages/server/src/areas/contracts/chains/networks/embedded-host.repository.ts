import { transact } from '../../../../kit/db/index.ts';
import type { ContractsDatabase } from '../../terms/contract-tables.ts';

/** Who runs an embedded chain. */
export type HostClaim = { kind: 'own' } | { kind: 'guest'; nodeId: string; rpcUrl: string | null };

/** Claims an embedded chain for a node, unless another living node has it. */
export async function claimEmbeddedChain(
  db: ContractsDatabase,
  chain: { network: string; chainId: number },
  nodeId: string,
  isAlive: (host: { nodeId: string; rpcUrl: string | null }) => boolean,
): Promise<HostClaim> {
  return transact(db, async (tx) => {
    await tx
      .insertInto('embedded_chains')
      .values({
        network: chain.network,
        chain_id: chain.chainId,
        node_id: null,
        rpc_url: null,
        started_at: null,
      })
      .onConflict((conflict) => conflict.column('network').doNothing())
      .execute();
    const row = await tx
      .selectFrom('embedded_chains')
      .select(['node_id', 'rpc_url'])
      .where('network', '=', chain.network)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.node_id !== null && row.node_id !== nodeId) {
      const host = { nodeId: row.node_id, rpcUrl: row.rpc_url };
      if (isAlive(host)) return { kind: 'guest', ...host };
    }
    await tx
      .updateTable('embedded_chains')
      .set({ node_id: nodeId, rpc_url: null })
      .where('network', '=', chain.network)
      .execute();
    return { kind: 'own' };
  });
}

export async function announceEmbeddedChain(
  db: ContractsDatabase,
  network: string,
  nodeId: string,
  rpcUrl: string,
  startedAt: Date,
): Promise<void> {
  await db
    .updateTable('embedded_chains')
    .set({ rpc_url: rpcUrl, started_at: startedAt })
    .where('network', '=', network)
    .where('node_id', '=', nodeId)
    .execute();
}

/** Releases the chains of a node that shuts down normally, so that others can claim them. */
export async function releaseEmbeddedChains(db: ContractsDatabase, nodeId: string): Promise<void> {
  await db
    .updateTable('embedded_chains')
    .set({ node_id: null, rpc_url: null })
    .where('node_id', '=', nodeId)
    .execute();
}
