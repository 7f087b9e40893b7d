import { CopyText } from '../../parts/button.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { gwei } from './coins.ts';
import type { Execution } from './words.tsx';

/** The transactions signed for the nonce, in order, with the fees each offered. */
export function FeeHistory({ of }: { of: Execution }) {
  const rows = of.fee_history.map((signed, at) => ({ ...signed, place: at + 1 }));
  if (rows.length === 0) return null;
  const lead =
    rows.length === 1
      ? `Signed once for nonce ${of.nonce}.`
      : `Signed ${rows.length} times for nonce ${of.nonce}: when it waited too long, the fee was raised.`;
  return (
    <Section title="Nonce and fees" lead={lead}>
      <DataTable
        label="Signed transactions"
        list={listOf(rows)}
        rowKey={(one) => one.transaction_hash}
        columns={[
          { title: 'Signed', width: '0.5fr', cell: (one) => `${one.place}.` },
          {
            title: 'Transaction',
            width: '3fr',
            cell: (one) => <CopyText text={one.transaction_hash} label={`transaction hash ${one.place}`} />,
          },
          { title: 'Max fee', cell: (one) => gwei(one.max_fee_gwei) },
          { title: 'Priority fee', cell: (one) => gwei(one.priority_fee_gwei) },
          { title: 'Outcome', width: '1.4fr', cell: (one) => fateOf(one, of) },
        ]}
        say={(total) => plural(total, 'signed transaction')}
        empty={null}
      />
    </Section>
  );
}

function fateOf(
  { transaction_hash: hash, is_empty: isEmpty }: Execution['fee_history'][number],
  of: Execution,
): string {
  const what = isEmpty ? 'Empty, to free the nonce' : undefined;
  if (of.block_number === null) return what ?? 'Waits';
  if (hash === of.transaction_hash) return what ? `${what}; this one was mined` : 'This one was mined';
  return what ?? 'Replaced';
}
