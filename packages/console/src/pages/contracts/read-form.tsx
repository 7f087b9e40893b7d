import { useEffect, useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { type AbiFunction, type AbiInput, blankOf, inputOf, typeName } from './abi.ts';
import { AbiFields } from './abi-fields.tsx';
import { AbiValues } from './abi-values.tsx';
import { ownAddresses } from './deploy.tsx';
import { addressOptions, useWallet } from './networks.tsx';
import { problemOf } from './problem.ts';
import { emptyMoment, MomentFields, momentBodyOf, momentFields } from './read-moment.tsx';
import { useFreshAnswer } from './use-asked.ts';
import type { Contract, Execution } from './words.tsx';

export interface FunctionFormProps {
  contract: Contract;
  network: string;
  fn: AbiFunction;
  /** The call to copy from. */
  first?: Pick<Execution, 'args' | 'value'>;
}

/** Initial field values. */
export function firstArgs({ fn, first }: FunctionFormProps): AbiInput[] {
  return fn.inputs.map((input, at) =>
    first === undefined ? blankOf(input) : inputOf(input, first.args[at]),
  );
}

/** Calls a read-only function and shows the result. */
export function ReadForm(props: FunctionFormProps) {
  const { contract, network, fn } = props;
  const api = useApi();
  const [args, setArgs] = useState(() => firstArgs(props));
  const wallet = useWallet(network);
  const [moment, setMoment] = useState(emptyMoment);
  const params = { id: contract.id };
  const body = {
    function: fn.signature,
    network,
    ...(args.length > 0 && { args }),
    ...momentBodyOf(moment),
  };
  useShownCall({ operation: 'callContract', params, body, title: `Read ${fn.name}` });
  const call = useFreshAnswer(body, () => api.callContract({ params, body }));
  const asksNothing = fn.inputs.length === 0;
  // What needs no argument is read at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (asksNothing) call.ask();
  }, []);
  const problem = problemOf(call.error);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        call.ask();
      }}
    >
      <AbiFields
        inputs={fn.inputs}
        values={args}
        onChange={setArgs}
        place="args"
        problem={problem}
        addresses={addressOptions(wallet.data, ownAddresses(contract))}
      />
      <MomentFields
        moment={moment}
        onChange={setMoment}
        problem={problem}
        addresses={addressOptions(wallet.data)}
      />
      <div>
        <Button kind={asksNothing ? 'plain' : 'main'} type="submit" isBusy={call.isPending}>
          {call.answer !== undefined && asksNothing ? 'Read again' : 'Read'}
        </Button>
      </div>
      {problem !== undefined && !isAtField(problem.field) && (
        <p className="note bad" role="alert">
          {problem.message}
        </p>
      )}
      {call.answer !== undefined && problem === undefined && (
        <Answered of={call.answer} at={call.at} fn={fn} />
      )}
    </form>
  );
}

function isAtField(field = ''): boolean {
  return /\.\d/.test(field) || momentFields.includes(field);
}

interface AnsweredProps {
  of: Answer<'callContract'>;
  at: string | undefined;
  fn: AbiFunction;
}

function Answered({ of: answer, at, fn }: AnsweredProps) {
  const values = answer.outputs.map((output, place) => ({
    ...output,
    type: fn.outputs[place] ? typeName(fn.outputs[place]) : output.type,
  }));
  return (
    <Section title="Result">
      <div className="answer" role="status">
        {answer.outputs.length === 0 ? (
          <p className="quiet">It succeeded and returned nothing.</p>
        ) : (
          <AbiValues of={values} label="Result" />
        )}
        <p className="quiet">
          Read <Time at={at} />
        </p>
      </div>
    </Section>
  );
}
