import { count, Time } from '../../parts/format.tsx';
import { errorInputs, named, typeName } from './abi.ts';
import { AbiValues } from './abi-values.tsx';
import { useContract } from './contract-frame.tsx';
import { type Execution, failureText } from './words.tsx';

type Failed = NonNullable<Execution['error']>;

/** Why it failed, or what it is waiting for. */
export function ExecutionError({ of }: { of: Execution }) {
  const { error } = of;
  if (of.status === 'pending') return <Waiting of={of} />;
  if (error === null) return null;
  return (
    <div className={of.status === 'cancelled' ? 'note warn' : 'note bad'} role="status">
      <div className="refusal">
        <Reason of={error} contractId={of.contract_id} />
        {of.transaction_hash === null && <p>This was found before sending, so it cost nothing.</p>}
      </div>
    </div>
  );
}

function Waiting({ of }: { of: Execution }) {
  return (
    <p className="note" role="status">
      <span>
        {of.block_number === null
          ? 'It is pending. '
          : `${count(of.confirmations)} of ${count(of.confirmations_required)} confirmations. `}
        {of.cancel_requested_at !== null && (
          <>
            Its cancellation was requested <Time at={of.cancel_requested_at} />.
          </>
        )}
      </span>
    </p>
  );
}

/** A contract error with its arguments, named by the ABI; otherwise the plain reason. */
function Reason({ of: error, contractId }: { of: Failed; contractId: string }) {
  const contract = useContract(contractId);
  const args = Array.isArray(error.args) ? (error.args as unknown[]) : [];
  const name = typeof error.name === 'string' ? error.name : '';
  const inputs = errorInputs(contract.data?.abi ?? [], name, args.length);
  if (inputs === undefined || inputs.length === 0) return <strong>{failureText(error)}</strong>;
  return (
    <>
      <strong>{failureText({ ...error, reason: name })}</strong>
      <AbiValues
        of={inputs.map((input, at) => ({
          name: input.name ?? '',
          type: typeName(input),
          value: named(input, args[at]),
        }))}
        label={`What ${name} says`}
      />
    </>
  );
}
