import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { AbiValues } from './abi-values.tsx';
import { weiText } from './coins.ts';
import { networkName } from './networks.tsx';

type Trace = Answer<'listExecutionCalls'>;
type Call = Trace['calls'][number];

const SHOWN = 100;

/**
 * A transaction's calls as a tree, each with input, output and gas. Loaded on request, since it makes a node
 * work.
 */
export function Calls({ id, network }: { id: string; network: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title="Calls" lead="The calls of this transaction and their inner calls, with the gas of each.">
      {isAsked ? (
        <Traced id={id} network={network} />
      ) : (
        <div>
          <Button onPress={() => setAsked(true)}>Trace the calls</Button>
        </div>
      )}
    </Section>
  );
}

function Traced({ id, network }: { id: string; network: string }) {
  const trace = useRead('listExecutionCalls', { params: { id }, query: { limit: SHOWN } });
  return (
    <Shown of={trace}>
      {({ calls, total, trace: state }) =>
        state === 'traced' ? (
          <>
            <ol className="calls" aria-label="Calls, each before those that it made">
              {calls.map((call, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: calls are told apart by their place alone
                <OneCall key={at} of={call} whole={calls[0]?.gas_used ?? 0} />
              ))}
            </ol>
            {total > calls.length && (
              <p className="quiet">
                The first {calls.length} of {plural(total, 'call')}. The API returns the others.
              </p>
            )}
          </>
        ) : (
          <Untraced state={state} network={network} />
        )
      }
    </Shown>
  );
}

function Untraced({ state, network }: { state: Trace['trace']; network: string }) {
  const name = networkName(network);
  switch (state) {
    case 'not_offered':
      return (
        <Empty title={`The nodes of ${name} do not offer traces.`}>
          They do not offer <code>debug_traceTransaction</code>. The operator can configure a node that does.
        </Empty>
      );
    case 'not_kept':
      return (
        <Empty title="The node no longer has the state of this block.">
          A trace runs the transaction again on the state of its block. {name} keeps states only for a while.
          An archive node keeps all of them.
        </Empty>
      );
    case 'too_large':
      return (
        <Empty title="There are too many calls to show.">
          The trace is longer than 1 MB or 5,000 calls. Ask the node itself for it.
        </Empty>
      );
    default:
      return <Empty title="The transaction is no longer in a block.">Try again once it is.</Empty>;
  }
}

/** Deeper calls are not indented further, to stay readable on a phone. */
const MAX_DEPTH = 8;

function OneCall({ of, whole }: { of: Call; whole: number }) {
  const share = whole === 0 ? 0 : Math.min(of.gas_used / whole, 1);
  const depth = Math.min(of.depth, MAX_DEPTH);
  return (
    <li
      className="traced-call"
      style={{ '--depth': depth, '--share': `${share * 100}%` } as React.CSSProperties}
    >
      <details>
        <summary>
          <span className="call-name">
            <span className="quiet">{kindText(of.type)}</span> <CalledName of={of} />
            {of.error !== null && <Status state="failed" label="Failed" />}
          </span>
          <span className="call-gas">{of.gas_used.toLocaleString('en-US')} gas</span>
        </summary>
        <CallDetails of={of} />
      </details>
      {of.error !== null && <p className="call-error">{of.error.reason}</p>}
    </li>
  );
}

function CalledName({ of: { contract, function: signature, to: address, input } }: { of: Call }) {
  const name = signature?.slice(0, signature.indexOf('(')) ?? (input.length >= 10 ? input.slice(0, 10) : '');
  const target = contract?.name ?? (address === null ? '' : `${address.slice(0, 8)}…${address.slice(-4)}`);
  return (
    <strong>
      {target}
      {name !== '' && `.${name}`}
    </strong>
  );
}

const kinds: Record<string, string> = {
  CALL: 'calls',
  STATICCALL: 'reads',
  DELEGATECALL: 'borrows',
  CALLCODE: 'borrows',
  CREATE: 'makes',
  CREATE2: 'makes',
  SELFDESTRUCT: 'ends',
};

const kindText = (type: string) => kinds[type] ?? type.toLowerCase();

function CallDetails({ of }: { of: Call }) {
  const isDecoded = of.function !== null;
  return (
    <div className="call-details">
      {of.contract !== null && (
        <p>
          <a href={to`contracts/${of.contract.id}`}>{of.contract.name}</a>{' '}
          <span className="quiet">version {of.contract.version}</span>
        </p>
      )}
      <p className="quiet">
        From <code>{of.from}</code>
        {of.to !== null && (
          <>
            {' '}
            to <code>{of.to}</code>
          </>
        )}
        {of.value_wei !== '0' && `, with ${weiText(of.value_wei)}`}
      </p>
      {isDecoded && of.args.length > 0 && <AbiValues of={of.args} label="Argument" />}
      {isDecoded && of.outputs.length > 0 && (
        <>
          <p className="quiet">Returned</p>
          <AbiValues of={of.outputs} label="Returned" />
        </>
      )}
      {!isDecoded && (
        <>
          <p className="quiet">No ABI here has this function. Raw input and output:</p>
          <code className="data">{of.input}</code>
          <code className="data">{of.output}</code>
        </>
      )}
    </div>
  );
}
