import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Choice, type Option } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { FilterSuggest } from '../../parts/filter-text.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { Score } from './gauge.tsx';
import { ReviewNav } from './review-nav.tsx';
import { SeverityBar } from './severity.tsx';
import { Upload } from './upload.tsx';

type Application = ItemOf<'listApplications'>;

/** The applications under review, and the upload of another. */
export function ApplicationsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { name, status, vulnerable, score } = filters;
  const list = useList('listApplications', {
    query: {
      ...(name && { name }),
      ...(status && { status: status as NonNullable<Application['status']> }),
      ...(vulnerable && { has_vulnerabilities: vulnerable === 'yes' }),
      ...(score && { min_score: Number(score) }),
    },
  });
  const isFiltered = Boolean(name || status || vulnerable || score);
  return (
    <>
      <PageHead
        title="Application review"
        lead="Source code is analysed, reviewed by 23 agents, and graded for cloud, library and service mesh."
      />
      <ReviewNav here="#/review" />
      {useMay('review:write') && <Upload />}
      <FilterBox set={{ name, status, vulnerable, score }}>
        <NameFilter value={name} set={(value) => change({ name: value })} />
        <Filter label="Status" value={status} options={statuses} set={(value) => change({ status: value })} />
        <Filter
          label="Vulnerabilities"
          value={vulnerable}
          options={vulnerabilities}
          set={(value) => change({ vulnerable: value })}
        />
        <Filter label="Readiness" value={score} options={scores} set={(value) => change({ score: value })} />
      </FilterBox>
      <DataTable
        label="Applications"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`review/${one.id}`}
        columns={columns}
        say={(total) => plural(total, 'application')}
        empty={
          isFiltered ? (
            <Empty title="No application matches.">Remove a filter.</Empty>
          ) : (
            <Empty title="No application was uploaded yet.">
              Drop its folder above. The analysis takes seconds, and most reviews less than a minute.
            </Empty>
          )
        }
      />
    </>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  options: Option[];
  set: (value: string) => void;
}

function Filter({ label, value = '', options, set }: FilterProps) {
  return <Choice label={label} value={value} onChange={set} options={options} />;
}

/** Each upload of a name is a version; groups those with the same name. */
function NameFilter({ value = '', set }: Pick<FilterProps, 'value' | 'set'>) {
  const { data } = useRead('listApplications', { query: { limit: 100 } });
  const names = [...new Set(data?.applications.map(({ name }) => name))].toSorted();
  const areAllKnown = data !== undefined && !data.has_more;
  return (
    <FilterSuggest
      label="Name"
      value={value}
      onChange={set}
      options={names.map((name) => ({ id: name, label: name }))}
      form="The whole name."
      isWhole={(typed) => !areAllKnown || names.includes(typed)}
    />
  );
}

const statuses: Option[] = [
  { id: '', label: 'Any' },
  { id: 'analyzing', label: 'Being analysed' },
  { id: 'analyzed', label: 'Analysed, no decision yet' },
  { id: 'analysis_failed', label: 'Analysis failed' },
  { id: 'approved', label: 'Approved' },
  { id: 'rejected', label: 'Rejected' },
  { id: 'archived', label: 'Archived' },
];
const vulnerabilities: Option[] = [
  { id: '', label: 'With or without' },
  { id: 'yes', label: 'With some' },
  { id: 'no', label: 'Without any' },
];
const scores: Option[] = [
  { id: '', label: 'Any' },
  { id: '90', label: '90 and above' },
  { id: '80', label: '80 and above' },
  { id: '70', label: '70 and above' },
  { id: '60', label: '60 and above' },
];

const columns: Column<Application>[] = [
  { title: 'Application', width: '1.6fr', cell: (one) => one.name },
  { title: 'Status', cell: (one) => <Status state={one.status} label={statusOf(one.status)} /> },
  {
    title: 'Readiness',
    width: '0.8fr',
    cell: ({ readiness }) =>
      readiness ? <Score of={readiness.overall} /> : <span className="quiet">Not yet</span>,
  },
  {
    title: 'Vulnerabilities',
    width: '1.9fr',
    cell: ({ vulnerabilities: found }) =>
      found ? <SeverityBar of={found} none="None known" /> : <span className="quiet">Not checked yet</span>,
  },
  {
    title: 'Code',
    cell: ({ primary_language: language, languages }) =>
      language && `${language}, ${plural(linesOf(languages), 'line')}`,
  },
  { title: 'Uploaded', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
];

function linesOf(languages: Application['languages']): number {
  return (languages ?? []).reduce((sum, { lines_code: lines }) => sum + lines, 0);
}

/** An application's state in a word or two. */
export function statusOf(status: string): string {
  return statuses.find(({ id }) => id === status)?.label.replace(', not decided', '') ?? status;
}
