import type { SendOutcome } from './chain.ts';
import type { RpcResult } from './json-rpc.ts';
import { isNodeFailure } from './node-failure.ts';

/**
 * The texts of geth, reth, Erigon, Nethermind (also those of old versions, which are names without spaces),
 * Besu, anvil and hardhat. The first match counts: "minimum needed" is in texts about gas and about fees.
 */
const texts: readonly [RegExp, SendOutcome['kind'] | 'refused_for_good'][] = [
  [/already ?known|already imported|known ?transaction|already exists/i, 'accepted'],
  [/nonce (is )?too low|old ?nonce|nonce has already been used|invalid nonce.*lower/i, 'nonce_used'],
  [/insufficient ?(funds|balance)|upfront cost exceeds|doesn't have enough funds/i, 'insufficient_funds'],
  [
    /intrinsic gas|floor data gas|(exceeds|above).*gas ?limit|gas ?limit ?(exceeded|reached|(is )?too high)|oversized|tx ?size|transaction too large|init ?code|sender ?(not an eoa|is ?contract)|tx ?type|transaction type|configured cap|fee cap exceeded/i,
    'refused_for_good',
  ],
  [
    /underpriced|fee ?too ?low|less than block base fee|below.*(base ?fee|minimum)|fee cap|gas price (is )?too low|minimum needed/i,
    'underpriced',
  ],
  [
    // Its time comes: when earlier ones are mined, when the pool has space, or when the node is ready.
    /pool is full|out of capacity|limit (reached|exceeded)|tries to replace|gapped|nonce ?gap|nonce (is )?too (high|far|distant)|incorrect nonce|reserved|pending ?tx|pending transaction|conflicting|sync/i,
    'postponed',
  ],
  // The node serves another chain than the one it was signed for.
  [/invalid sender|chain ?id/i, 'postponed'],
];

/** Classifies a node's response to a sent transaction. Each node has its own messages. */
export function toSendOutcome(result: RpcResult): SendOutcome {
  if ('result' in result) return { kind: 'accepted' };
  const { message } = result.error;
  const kind = texts.find(([pattern]) => pattern.test(message))?.[1];
  if (kind === 'accepted' || kind === 'nonce_used') return { kind };
  if (kind === 'refused_for_good') return { kind: 'refused', isFinal: true, message };
  if (kind === undefined && !isNodeFailure(result.error)) return { kind: 'refused', isFinal: false, message };
  return { kind: kind === undefined || kind === 'refused' ? 'postponed' : kind, message };
}
