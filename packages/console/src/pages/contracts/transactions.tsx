import { ArrowLeftRight } from 'lucide-react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Empty } from '../../parts/states.tsx';
import { TimeRange, timeQuery } from '../../parts/time-range.tsx';
import { weiText } from './coins.ts';
import { ContractFrame } from './contract-frame.tsx';
import { networkName } from './networks.tsx';
import { TransactionStatus } from './words.tsx';

type Transaction = ItemOf<'listContractTransactions'>;

const statuses = [
  { id: '', label: 'Any' },
  { id: 'confirmed', label: 'Confirmed' },
  { id: 'failed', label: 'Failed' },
  { id: 'pending', label: 'Waiting' },
  { id: 'cancelled', label: 'Cancelled' },
];

/** Transactions of a contract and their outcomes. */
export function TransactionsPage({ params: { id = '' }, search }: PageProps) {
  return (
    <ContractFrame id={id} part="transactions">
      {() => <Transactions id={id} search={search} />}
    </ContractFrame>
  );
}

function Transactions({ id, search }: { id: string; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const { status, from, to: until } = filters;
  // Views saved earlier contain only times.
  const hours = filters.hours ?? (from || until ? 'between' : '');
  const time = { hours, from, to: until };
  const query = { ...(status && { status: status as 'failed' }), ...timeQuery(time) };
  const list = useList('listContractTransactions', { params: { id }, query });
  return (
    <>
      <FilterBox list="transactions" set={{ status, ...time }}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={statuses}
        />
        <TimeRange filters={time} change={change} />
      </FilterBox>
      <TransactionTable
        list={list}
        isFiltered={Object.keys(query).length > 0}
        callHref={`${to`contracts/${id}`}/call`}
      />
    </>
  );
}

interface TableProps {
  list: ReturnType<typeof useList<'listContractTransactions'>>;
  isFiltered: boolean;
  callHref: string;
}

function TransactionTable({ list, isFiltered, callHref }: TableProps) {
  return (
    <DataTable<Transaction>
      label="Transactions"
      list={list}
      rowKey={(one) => one.execution_id ?? one.deployment_id ?? one.timestamp}
      rowHref={hrefOf}
      columns={[
        { title: 'Function', width: '1.5fr', cell: nameOf },
        { title: 'Status', width: '2.2fr', cell: statusOf },
        { title: 'Network', cell: (one) => networkName(one.network) },
        { title: 'Value sent', cell: (one) => (one.value === '0' ? '–' : weiText(one.value)) },
        { title: 'Gas', width: '0.7fr', align: 'end', cell: (one) => numberOf(one.gas_used) },
        { title: 'Nonce', width: '0.6fr', align: 'end', cell: (one) => numberOf(one.nonce) },
        { title: 'Block', width: '0.7fr', align: 'end', cell: (one) => numberOf(one.block_number) },
        { title: 'Sent', cell: (one) => <Time at={one.timestamp} /> },
      ]}
      say={(total) => plural(total, 'transaction')}
      empty={
        isFiltered ? (
          <Empty title="No transaction matches.">Choose another status, or a longer time range.</Empty>
        ) : (
          <Empty
            icon={ArrowLeftRight}
            title="Nothing was sent yet."
            action={<a href={callHref}>Read and write</a>}
          >
            Deployments and executions are listed here, and why any failed.
          </Empty>
        )
      }
    />
  );
}

function hrefOf({ execution_id: execution, deployment_id: deployment }: Transaction): string {
  return execution === null ? to`deployments/${deployment ?? ''}` : to`executions/${execution}`;
}

function nameOf({ function: signature, deployment_id: deployment }: Transaction) {
  return deployment === null ? signature.slice(0, signature.indexOf('(')) : 'Deployment';
}

/** The reason of a failure is shown next to the status. */
function statusOf({ status, failure_reason: reason, transaction_hash: hash }: Transaction) {
  return (
    <>
      <TransactionStatus state={status} />
      {reason !== null && (
        <span className="quiet reason clamped">
          {hash === null && 'Not sent. '}
          {reason}
        </span>
      )}
    </>
  );
}

function numberOf(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en-US');
}
