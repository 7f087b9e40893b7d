import type { CallExpr, Expr, Span } from '../frontend/syntax.ts';
import type { CallFact } from '../program/calls.ts';
import type { FunctionInfo, StateInfo } from '../program/program.ts';

/** A call that gives control to another contract, and the state that was read before it. */
export interface HandOver {
  call: CallFact;
  fn: FunctionInfo;
  reads: ReadonlySet<StateInfo>;
  sendsEther: boolean;
}

/** A write to state, or an event, after such calls. */
export interface LateStep {
  after: HandOver;
  state: StateInfo | null;
  span: Span;
  /** The target of the write, and the function. */
  target: Expr | null;
  fn: FunctionInfo;
  /** `-=`: the payment is subtracted from the debt. */
  isDebit: boolean;
  /** A lock is held, so only functions without a lock can be called meanwhile. */
  isLocked: boolean;
}

/** What has happened before a point of a function, on any path to it. */
export interface Path {
  reads: Set<StateInfo>;
  calls: Map<CallExpr, HandOver>;
  hasSent: boolean;
}

const readers =
  /^(?:balanceOf|totalSupply|allowance|decimals|symbol|name|ownerOf|owner|getApproved|isApprovedForAll|supportsInterface|get[A-Z]\w*|is[A-Z]\w*|has[A-Z]\w*|latest\w+|preview\w+|convertTo\w+|max[A-Z]\w*|quote\w*|tokenURI|isValidSignature)$/;

/** Functions of well-known libraries, in case the library is not among the files. */
const ofLibraries =
  /^(?:sendValue|safeTransferETH|functionCall\w*|functionDelegateCall|safeTransfer|safeTransferFrom|_safeMint|_safeTransfer)$/;

/** Whether the callee can call back and change something. */
export function handsOver(call: CallFact, fn: FunctionInfo): boolean {
  if (call.kind === 'unknown') return ofLibraries.test(call.name);
  if (call.kind === 'call' || call.kind === 'delegatecall') return !isOwn(call);
  if (call.kind !== 'external' || isOwn(call)) return false;
  const asked = call.target?.node;
  if (asked === undefined) {
    const isGetter = call.contract?.line.some(({ variables }) =>
      variables.some(({ node }) => node.name === call.name),
    );
    return !isGetter && !readers.test(call.name);
  }
  // Before 0.5, a `view` function could write.
  return !((asked.mutability === 'view' || asked.mutability === 'pure') && (fn.file.minor ?? 8) >= 5);
}

function isOwn({ receiver }: CallFact): boolean {
  return receiver?.kind === 'name' && receiver.name === 'this';
}

export function copyPath(path: Path | null): Path | null {
  return path && { ...path, reads: new Set(path.reads), calls: new Map(path.calls) };
}

export function joinPaths(a: Path | null, b: Path | null): Path | null {
  if (a === null || b === null || a === b) return a ?? b;
  for (const state of b.reads) a.reads.add(state);
  a.hasSent ||= b.hasSent;
  for (const [expr, call] of b.calls) {
    const known = a.calls.get(expr);
    a.calls.set(expr, known ? { ...call, reads: new Set([...known.reads, ...call.reads]) } : call);
  }
  return a;
}
