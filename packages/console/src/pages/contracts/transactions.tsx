import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList, useRead } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

type Transaction = ItemOf<'listContractTransactions'>;

/** What was sent to a contract, and what became of it. */
export function Transactions({ contractId }: { contractId: string }) {
  const list = useList('listContractTransactions', { params: { id: contractId } });
  const [open, setOpen] = useState<string>();
  return (
    <Section title="Transactions">
      <DataTable<Transaction>
        label="Transactions"
        list={list}
        rowKey={(one) => `${one.transaction_hash} ${one.timestamp}`}
        columns={[
          { title: 'Function', width: '1.4fr', cell: (one) => <code>{one.function}</code> },
          { title: 'Transaction', width: '2fr', cell: hashOf },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Gas', width: '0.7fr', align: 'end', cell: (one) => numberOf(one.gas_used) },
          { title: 'Block', width: '0.7fr', align: 'end', cell: (one) => numberOf(one.block_number) },
          { title: 'When', cell: (one) => <Time at={one.timestamp} /> },
        ]}
        rowActions={({ execution_id: id, function: name }) =>
          id !== null && (
            <Button aria-label={`Details of ${name}`} onPress={() => setOpen(id)}>
              Details
            </Button>
          )
        }
        say={(total) => plural(total, 'transaction')}
        empty={<Empty title="Nothing was executed yet." />}
      />
      <Dialog title="Execution" isOpen={open !== undefined} onClose={() => setOpen(undefined)} wide>
        {open !== undefined && <Execution id={open} onClose={() => setOpen(undefined)} />}
      </Dialog>
    </Section>
  );
}

function hashOf({ transaction_hash: hash }: Transaction) {
  return hash === null ? (
    <span className="quiet">Not sent</span>
  ) : (
    <CopyText text={hash} label="transaction hash" />
  );
}

function numberOf(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en-US');
}

/** What was asked, what it cost, the events it made, and why it failed. */
function Execution({ id, onClose }: { id: string; onClose: () => void }) {
  const execution = useRead('getExecution', { params: { id } });
  return (
    <div className="form">
      <Shown of={execution}>
        {(found) => (
          <>
            {found.error !== null && <p className="note bad">{found.error.reason}</p>}
            <RecordFacts of={found} label="the execution" />
          </>
        )}
      </Shown>
      <div className="form-actions">
        <Button onPress={onClose}>Close</Button>
      </div>
    </div>
  );
}
