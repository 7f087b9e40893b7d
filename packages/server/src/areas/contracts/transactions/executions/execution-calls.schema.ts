import { type Static, Type } from 'typebox';
import { getAddress } from 'viem/utils';
import { listOf, named, nullable } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { errorField, namedValue } from '../../terms/wire.ts';
import type { ExecutionCall } from './list-execution-calls.ts';

const callRecord = named(
  'ExecutionCall',
  Type.Object({
    type: Type.String({ description: '`CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE` and so on.' }),
    depth: Type.Integer({
      description: '0 for the transaction itself; one more than that of the calling call.',
    }),
    from: Type.String({ description: 'The caller, EIP-55.' }),
    to: nullable(Type.String(), 'Null if the contract could not be created.'),
    contract: nullable(
      Type.Object({
        id: Type.String({ description: '`ctr_…`' }),
        name: Type.String({ description: 'The contract’s name.' }),
        version: Type.String({ description: 'The version that is deployed there.' }),
      }),
      'The contract of this environment at the address; null for any other.',
    ),
    function: nullable(
      Type.String(),
      'Such as `transfer(address,uint256)`, by the ABI of that contract or of the executed one; null if neither has it.',
    ),
    args: Type.Array(namedValue, { description: 'Empty if `function` is null.' }),
    outputs: Type.Array(namedValue, { description: 'The returned values, by the ABI.' }),
    value_wei: Type.String({ description: 'The value sent with it.' }),
    gas_used: Type.Integer({ description: 'Including the calls within it.' }),
    error: errorField,
    input: Type.String({ description: 'Hexadecimal; only the beginning of long data.' }),
    output: Type.String({ description: 'Hexadecimal; only the beginning of long data.' }),
  }),
);

export const executionCalls = named(
  'ExecutionCallList',
  Type.Object({
    ...listOf('calls', callRecord).properties,
    trace: Type.Enum(['traced', 'not_mined', 'not_offered', 'not_kept', 'too_large'], {
      type: 'string',
      description:
        'Why there are calls, or none: `not_mined`: it is in no block; `not_offered`: the nodes of the network do not offer `debug_traceTransaction`; `not_kept`: they no longer have the state of its block; `too_large`: the trace is longer than 1 MB or 5,000 calls.',
    }),
  }),
);

/** Max. characters of data in the response. */
const MAX_DATA_LENGTH = 4_096;

export function toExecutionCall(call: ExecutionCall): Static<typeof callRecord> {
  const { contract, signature, revert, valueWei, gasUsed, input, output, ...rest } = call;
  const { type, depth, from, to, args, outputs } = rest;
  return {
    type,
    depth,
    args,
    outputs,
    from: getAddress(from),
    to: to && getAddress(to),
    contract: contract
      ? { id: formatId('ctr', contract.contractId), name: contract.name, version: contract.version }
      : null,
    function: signature,
    value_wei: String(valueWei),
    gas_used: gasUsed,
    error: revert && { ...revert },
    input: input.slice(0, MAX_DATA_LENGTH),
    output: output.slice(0, MAX_DATA_LENGTH),
  };
}
