import { TextInput } from '../../parts/text-input.tsx';

/** How to send a transaction; empty fields are left to the service. */
export interface Sending {
  /** In the native coin, such as `0.1`. */
  value: string;
  gasLimit: string;
  gasPrice: string;
  confirmations: string;
}

export const emptySending: Sending = { value: '', gasLimit: '', gasPrice: '', confirmations: '' };

/** The fields used for estimates. */
export function estimateBodyOf({ value, gasLimit, gasPrice }: Sending) {
  return {
    ...(value.trim() !== '' && { value: `${value.trim()} ether` }),
    ...(gasLimit !== '' && { gas_limit: Number(gasLimit) }),
    ...(gasPrice.trim() !== '' && { gas_price: gasPrice.trim() }),
  };
}

/** The fields used for sending. */
export function sendBodyOf(sending: Sending) {
  const { confirmations } = sending;
  return {
    ...estimateBodyOf(sending),
    ...(confirmations !== '' && { confirmations_required: Number(confirmations) }),
  };
}

interface Props {
  sending: Sending;
  onChange: (sending: Sending) => void;
  isPayable: boolean;
  asset: string;
  problemOf: (field: string) => string | undefined;
}

export function SendingFields({ sending, onChange, isPayable, asset, problemOf }: Props) {
  const set = (field: keyof Sending) => (value: string) => onChange({ ...sending, [field]: value });
  return (
    <>
      {isPayable && (
        <TextInput
          label={`Payment, in ${asset}`}
          value={sending.value}
          onChange={set('value')}
          error={problemOf('value')}
          placeholder="0.1"
          hint="The function accepts a payment. Empty: none."
        />
      )}
      <details className="nested">
        <summary>Gas and confirmations</summary>
        <div className="form">
          <TextInput
            label="Gas limit"
            type="number"
            value={sending.gasLimit}
            onChange={set('gasLimit')}
            error={problemOf('gas_limit')}
            hint="Empty: 1.2 times the expected gas."
          />
          <TextInput
            label="Gas price, in gwei"
            value={sending.gasPrice}
            onChange={set('gasPrice')}
            error={problemOf('gas_price')}
            hint="Sends a legacy transaction. Empty: the network's current fees."
          />
          <TextInput
            label="Confirmations"
            type="number"
            value={sending.confirmations}
            onChange={set('confirmations')}
            error={problemOf('confirmations_required')}
            hint="Blocks until it counts as confirmed. Empty: the network's default."
          />
        </div>
      </details>
    </>
  );
}
