import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural } from '../../parts/format.tsx';
import { Empty } from '../../parts/states.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { RuleLink } from './rule-link.tsx';

type Dropped = ItemOf<'listDroppedFindings'>;

const reasons: Record<Dropped['reason'], string> = {
  false_positive: 'False positive',
  duplicate: 'Duplicate',
  unanchored: 'Quotes no code',
  disabled: 'Rule switched off',
};

/** Findings the review dropped, each with its reason: nothing disappears silently. */
export function LeftOutPage({ params: { id = '' } }: PageProps) {
  return (
    <ReviewFrame id={id} part="left-out">
      {() => <LeftOut id={id} />}
    </ReviewFrame>
  );
}

function LeftOut({ id }: { id: string }) {
  const list = useList('listDroppedFindings', { params: { id } });
  return (
    <DataTable<Dropped>
      label="Findings that were left out"
      list={list}
      rowKey={(one) => `${one.fingerprint} ${one.reason}`}
      columns={[
        {
          title: 'Where',
          width: '1.4fr',
          cell: (one) => (
            <code>
              {one.file}:{one.line}
            </code>
          ),
        },
        { title: 'Rule', width: '1.2fr', cell: (one) => <RuleLink id={one.rule_id} /> },
        { title: 'Why', width: '0.9fr', cell: (one) => reasons[one.reason] },
        { title: 'Description', width: '2.4fr', cell: (one) => one.detail },
      ]}
      say={(total) => plural(total, 'finding')}
      empty={
        <Empty title="Nothing was left out.">
          False positives, duplicates and findings that settings leave out are listed here with the reason.
        </Empty>
      }
    />
  );
}
