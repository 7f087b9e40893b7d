import { useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { Button, CopyText, LinkButton } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Failure, Loading, Shown } from '../../parts/states.tsx';
import { functionsOf, named, typeName } from './abi.ts';
import { AbiValues } from './abi-values.tsx';
import { Calls } from './calls.tsx';
import { CANCELLATION_SENT, CancelTransaction } from './cancel-transaction.tsx';
import { coinsAndMoney, gwei, weiText } from './coins.ts';
import { useContract } from './contract-frame.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { ExecutionError } from './execution-error.tsx';
import { FeeHistory } from './fee-history.tsx';
import { networkName } from './networks.tsx';
import { confirmationText, type Execution, TransactionStatus } from './words.tsx';

/** One transaction: request, outcome, events, and why it failed. */
export function ExecutionPage({ params: { id = '' } }: PageProps) {
  const execution = useRead(
    'getExecution',
    { params: { id } },
    { every: (found) => found?.status === 'pending' && 1_000 },
  );
  return (
    <>
      {execution.data === undefined ? (
        <PageHead title="Transaction" crumbs={contractsCrumbs} />
      ) : (
        <Head of={execution.data} />
      )}
      <Shown of={execution}>
        {(found) => (
          <>
            <ExecutionError of={found} />
            <Outcome of={found} />
            <Arguments of={found} />
            {found.block_number !== null && <Events id={id} isFailed={found.status === 'failed'} />}
            {found.block_number !== null && <Calls id={id} network={found.network} />}
            <FeeHistory of={found} />
          </>
        )}
      </Shown>
    </>
  );
}

function Head({ of: found }: { of: Execution }) {
  const name = useContract(found.contract_id).data?.name ?? 'Contract';
  const root = to`contracts/${found.contract_id}`;
  const again = withSearch(`${root}/call`, {
    function: found.function,
    network: found.network,
    like: found.execution_id,
  });
  return (
    <PageHead
      title={`${found.function.slice(0, found.function.indexOf('('))} of ${name}`}
      crumbs={[
        ...contractsCrumbs,
        { label: name, href: root },
        { label: 'Transactions', href: `${root}/transactions` },
      ]}
      beside={<TransactionStatus state={found.status} />}
      lead={<code>{found.function}</code>}
      actions={
        <>
          {found.status === 'pending' && <CancelExecution of={found} />}
          <LinkButton href={again}>Call it again</LinkButton>
        </>
      }
    />
  );
}

function Outcome({ of }: { of: Execution }) {
  return (
    <Facts
      of={{
        Transaction: of.transaction_hash ? (
          <CopyText text={of.transaction_hash} label="transaction hash" />
        ) : (
          'Never sent'
        ),
        Cost: of.cost_eth === null ? undefined : coinsAndMoney(of.cost_eth, of.cost_usd, of.price?.asset),
        'Value sent': weiText(of.value),
        Gas: of.gas_used === null ? undefined : gasText(of.gas_used, of.gas_limit),
        'Gas price': of.gas_price_gwei === null ? undefined : gwei(of.gas_price_gwei),
        Nonce: of.nonce === null ? undefined : of.nonce.toLocaleString('en-US'),
        Block: of.block_number === null ? undefined : of.block_number.toLocaleString('en-US'),
        Confirmations: confirmationText(of),
        Network: `${networkName(of.network)}${of.simulated ? ', simulated' : ''}`,
        'Sent from': <CopyText text={of.from} label="account" />,
        'Sent to': of.to && <CopyText text={of.to} label="contract address" />,
        Version: of.contract_version,
        'Idempotency key': of.idempotency_key && <code>{of.idempotency_key}</code>,
        Requested: <Time at={of.created_at} withExact />,
        'Block time': of.mined_at && <Time at={of.mined_at} withExact />,
        Confirmed: of.confirmed_at && <Time at={of.confirmed_at} withExact />,
        Failed: of.failed_at && <Time at={of.failed_at} withExact />,
        Cancelled: of.cancelled_at && <Time at={of.cancelled_at} withExact />,
        Id: <CopyText text={of.execution_id} label="id" />,
      }}
    />
  );
}

function gasText(used: number, limit: number | null): string {
  return limit === null
    ? count(used)
    : `${used.toLocaleString('en-US')} of at most ${limit.toLocaleString('en-US')}`;
}

/** The arguments, with their ABI names. */
function Arguments({ of: { contract_id: id, function: signature, args } }: { of: Execution }) {
  const contract = useContract(id);
  if (args.length === 0) return null;
  const inputs = functionsOf(contract.data?.abi ?? []).find((fn) => fn.signature === signature)?.inputs;
  const values = args.map((value, at) => {
    const input = inputs?.[at];
    if (input === undefined) return { name: '', type: '', value };
    return { name: input.name ?? '', type: typeName(input), value: named(input, value) };
  });
  return (
    <Section title="Arguments">
      <AbiValues of={values} label="Argument" />
    </Section>
  );
}

function Events({ id, isFailed }: { id: string; isFailed: boolean }) {
  const list = useList('listExecutionEvents', { params: { id } });
  const { items, total, error, isLoading, hasMore, fetchMore } = list;
  return (
    <Section title="Events" lead={total > 0 ? plural(total, 'event') : undefined}>
      {isLoading && <Loading />}
      {error !== null && error !== undefined && items.length === 0 && (
        <Failure error={error} retry={list.refetch} />
      )}
      {!isLoading && !error && items.length === 0 && (
        <Empty title="No events.">
          {isFailed
            ? 'A failed transaction emits no events: all its effects are reverted.'
            : 'Not every function emits events.'}
        </Empty>
      )}
      <ol className="emitted">
        {items.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are told apart by their place alone
          <li className="card" key={at}>
            <strong>{event.name ?? 'An event that is not in the ABI'}</strong>
            {event.signature !== null && <code className="quiet">{event.signature}</code>}
            {event.name === null ? (
              <Code
                text={[...event.topics, event.data].join('\n')}
                label={`Topics and data of event ${at + 1}`}
              />
            ) : (
              <AbiValues of={event.args.map(asKept)} label={`${event.name} ${at + 1}`} />
            )}
            <span className="quiet">
              By <code>{event.address}</code>
            </span>
          </li>
        ))}
      </ol>
      {hasMore && (
        <div>
          <Button onPress={fetchMore}>Show more</Button>
        </div>
      )}
    </Section>
  );
}

/** For indexed strings, arrays and structs the chain keeps only the hash. */
function asKept(arg: { name: string; type: string; indexed: boolean; value: unknown }) {
  const isHash = arg.indexed && /^(string|bytes|tuple)$|\]$/.test(arg.type);
  return isHash ? { ...arg, type: `${arg.type}, indexed: its hash` } : arg;
}

function CancelExecution({ of }: { of: Execution }) {
  const api = useApi();
  const cancel = useWrite(() => api.cancelExecution({ params: { id: of.execution_id }, body: {} }), {
    shows: { operation: 'cancelExecution', params: { id: of.execution_id }, body: {}, title: 'Cancel it' },
    done: () => CANCELLATION_SENT,
  });
  return (
    <CancelTransaction thing="transaction" isRequested={of.cancel_requested_at !== null} cancel={cancel}>
      An empty transaction with a higher fee replaces it. Whichever is mined first takes effect.
    </CancelTransaction>
  );
}
