import { NetworkUnavailableError } from './network-unavailable.ts';
import type { RpcFailure } from './rpc-endpoint.ts';

/** Parse error, invalid request, no such method, internal error (JSON-RPC 2.0), and geth's time limit. */
const codes = new Set([-32700, -32600, -32601, -32603, -32002]);
/** Texts of geth, Besu, Nethermind, Erigon and of providers. */
const TEXT =
  /request timed out|deadline exceeded|handler crashed|response too large|header not found|block not found|unknown block|missing trie node|state\b.*(not |un)available|layer stale|sync(ing)? (is )?(still )?in progress|is syncing|waiting for sync|indexing is in progress|rate.?limit|too many requests|(request|usage|capacity|credits?|quota).{0,40}exceeded|try again|overloaded|temporar(y|ily)|unauthori[sz]ed|forbidden|access denied|(api|project).?(key|id)|internal (server )?error|bad gateway|method\b.*\bnot (found|supported|available|allowed|exist)|does not exist\/is not available/i;
/** Words of errors about the call or the transaction itself, which some nodes send with the codes above. */
const ABOUT_CALL =
  /revert|\bevm\b|VM exception|out ?of ?gas|opcode|jump|stack|intrinsic|nonce|signature|insufficient|underpriced|base ?fee|upfront|gas ?limit/i;

/** Whether an error says nothing about the call: the node cannot answer at the moment, or not at all. */
export function isNodeFailure({ code, message, data }: RpcFailure): boolean {
  if (ABOUT_CALL.test(message) || (typeof data === 'string' && /^0x[0-9a-f]{8}/i.test(data))) return false;
  return codes.has(code) || TEXT.test(message);
}

/** A node's text that may hold what only the operator should see. */
const PRIVATE = /key|project|token|auth|https?:/i;
const MAX_SHOWN = 200;

/** 503 with what the node said. */
export function nodeFailure(network: string, { message }: RpcFailure): NetworkUnavailableError {
  const said = PRIVATE.test(message) ? 'refuses the request' : `says: ${message.slice(0, MAX_SHOWN)}`;
  const shown = `The network \`${network}\` does not answer at the moment; its node ${said}. Try again later.`;
  return new NetworkUnavailableError(network, new Error(message), shown);
}
