import type { SendOutcome } from './chain.ts';
import type { RpcResult } from './json-rpc.ts';

const KNOWN = /already known|already imported|known transaction|already exists/i;
const NONCE_USED =
  /nonce too low|nonce is too low|old ?nonce|nonce has already been used|invalid nonce.*lower/i;
const UNDERPRICED =
  /underpriced|fee too low|less than block base fee|below.*base ?fee|fee cap|gas price too low|minimum needed/i;

/** Classifies a node's response to a sent transaction. Each node has its own messages. */
export function toSendOutcome(result: RpcResult): SendOutcome {
  if ('result' in result) return { kind: 'accepted' };
  const { message } = result.error;
  if (KNOWN.test(message)) return { kind: 'accepted' };
  if (NONCE_USED.test(message)) return { kind: 'nonce_used' };
  if (UNDERPRICED.test(message)) return { kind: 'underpriced', message };
  if (/insufficient funds/i.test(message)) return { kind: 'insufficient_funds', message };
  return { kind: 'refused', message };
}
