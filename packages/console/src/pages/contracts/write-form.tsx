import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { AbiFields } from './abi-fields.tsx';
import { coinsOfWei } from './coins.ts';
import { ownAddresses } from './deploy.tsx';
import { Estimate } from './estimate.tsx';
import { addressOptions, networkName, useWallet } from './networks.tsx';
import { problemOf } from './problem.ts';
import { type FunctionFormProps, firstArgs } from './read-form.tsx';
import { emptySending, estimateBodyOf, SendingFields, sendBodyOf } from './sending-fields.tsx';
import { useFreshAnswer } from './use-asked.ts';

const shownFields = ['value', 'gas_limit', 'gas_price', 'confirmations_required'];

/** Sends a transaction to a function: simulated first, then signed. */
export function WriteForm(props: FunctionFormProps) {
  const { contract, network, fn } = props;
  const form = useWriteForm(props);
  const { args, sending, estimate, send, wallet } = form;
  const estimated = estimate.answer;
  const problem = problemOf(send.error ?? estimate.error);
  const isAtField =
    problem?.field !== undefined && (shownFields.includes(problem.field) || /\.\d/.test(problem.field));
  const mayChange = useMay('contracts:write');
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        estimate.ask();
      }}
    >
      <AbiFields
        inputs={fn.inputs}
        values={args}
        onChange={form.setArgs}
        place="args"
        problem={problem}
        addresses={addressOptions(wallet.data, ownAddresses(contract))}
      />
      <SendingFields
        sending={sending}
        onChange={form.setSending}
        isPayable={fn.isPayable}
        asset={wallet.data?.asset ?? 'ETH'}
        problemOf={(field) => (problem?.field === field ? problem.message : undefined)}
      />
      {problem !== undefined && !isAtField && (
        <p className="note bad" role="alert">
          {problem.message}
        </p>
      )}
      {estimated !== undefined && <Estimate of={estimated} wallet={wallet.data} what="It" />}
      <div className="form-actions">
        <Button kind={estimated?.would_succeed ? 'plain' : 'main'} type="submit" isBusy={estimate.isPending}>
          {estimated === undefined ? 'Simulate' : 'Simulate again'}
        </Button>
        {estimated?.would_succeed && mayChange && (
          <Button kind="main" isBusy={send.isPending} onPress={() => send.mutate(false)}>
            Sign and send on {networkName(network)}
          </Button>
        )}
        {estimated !== undefined && !estimated.would_succeed && mayChange && (
          <SendAnyway isBusy={send.isPending} onSend={() => send.mutate(true)} />
        )}
      </div>
      {!mayChange && <p className="quiet">You can simulate it. Sending needs the scope contracts:write.</p>}
    </form>
  );
}

function useWriteForm(props: FunctionFormProps) {
  const { contract, network, fn, first } = props;
  const api = useApi();
  const params = { id: contract.id };
  const [args, setArgs] = useState(() => firstArgs(props));
  const [sending, setSending] = useState({ ...emptySending, value: first ? coinsOfWei(first.value) : '' });
  const wallet = useWallet(network);
  const given = { function: fn.signature, network, ...(args.length > 0 && { args }) };
  const estimateBody = { ...given, ...estimateBodyOf(sending) };
  const body = { ...given, ...sendBodyOf(sending) };
  useShownCall({ operation: 'estimateExecution', params, body: estimateBody, title: `Try ${fn.name} out` });
  useShownCall({ operation: 'executeContract', params, body, title: `Send ${fn.name}` });
  useUnsaved({ args, sending });
  const estimate = useFreshAnswer(estimateBody, () => api.estimateExecution({ params, body: estimateBody }));
  const send = useWrite(
    (isForced: boolean) =>
      api.executeContract({ params, body: { ...body, ...(isForced && { skip_simulation: true }) } }),
    {
      quiet: true,
      done: () => `${fn.name} is sent.`,
      onDone: ({ execution_id: id }) => navigate(to`executions/${id}`),
    },
  );
  // An error applies to the request that caused it: any change clears it.
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      send.reset();
      set(value);
    };
  return {
    args,
    sending,
    estimate,
    send,
    wallet,
    setArgs: changing(setArgs),
    setSending: changing(setSending),
  };
}

/** The state may change before it is mined; otherwise the gas is lost. */
function SendAnyway({ isBusy, onSend }: { isBusy: boolean; onSend: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button kind="danger" isBusy={isBusy} onPress={() => setAsked(true)}>
        Send anyway …
      </Button>
      <Confirm
        title="Send a transaction that would fail?"
        action="Send anyway"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={onSend}
      >
        The network would revert it, and its gas would be spent for nothing.
      </Confirm>
    </>
  );
}
