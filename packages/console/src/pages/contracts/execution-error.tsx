import { count, Time } from '../../parts/format.tsx';
import { AbiValues } from './abi-values.tsx';
import { type Execution, failureText } from './words.tsx';

/** Why it failed, or what it waits for. */
export function ExecutionError({ of }: { of: Execution }) {
  const { error } = of;
  if (of.status === 'pending') {
    return (
      <p className="note" role="status">
        <span>
          {of.block_number === null
            ? 'It waits for its block.'
            : `${count(of.confirmations)} of ${count(of.confirmations_required)} confirmations.`}{' '}
          {of.cancel_requested_at !== null && (
            <>
              Its cancellation was asked for <Time at={of.cancel_requested_at} />.
            </>
          )}
        </span>
      </p>
    );
  }
  if (error === null) return null;
  const args = Array.isArray(error.args) ? error.args : [];
  return (
    <div className={of.status === 'cancelled' ? 'note warn' : 'note bad'} role="status">
      <div>
        <strong>{failureText(error)}</strong>
        {of.transaction_hash === null && <p>This was found out before it was sent, so it cost nothing.</p>}
        {args.length > 0 && typeof error.name === 'string' && (
          <AbiValues
            of={args.map((value) => ({ name: '', type: '', value }))}
            label={`What ${error.name} says`}
          />
        )}
      </div>
    </div>
  );
}
