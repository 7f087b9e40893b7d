import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { bytes, count, percent, plural, words } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { type Application, ApplicationFrame, NotAnalysed } from './application-frame.tsx';

/** Which files of the upload were read, and its structure. */
export function FilesPage({ params: { id = '' }, search }: PageProps) {
  return (
    <ApplicationFrame id={id} part="files">
      {(application) =>
        application.metrics ? (
          <>
            <CodeFacts of={application} />
            <Gaps id={id} search={search} />
            <Hotspots of={application} />
          </>
        ) : (
          <NotAnalysed of={application} />
        )
      }
    </ApplicationFrame>
  );
}

function CodeFacts({ of }: { of: Application }) {
  const { source, languages, complexity, architecture, tests, dependencies } = of;
  const code = (languages ?? []).filter((one) => one.percent > 0);
  return (
    <Facts
      of={{
        Files: source && `${count(source.files)}, ${bytes(source.uncompressed_bytes)} unpacked`,
        Languages: code
          .map((one) => `${one.name} ${Math.round(one.percent)} % (${count(one.lines_code)} lines)`)
          .join(', '),
        Functions:
          complexity &&
          (complexity.functions === 0
            ? 'None'
            : `${count(complexity.functions)}, ${complexity.functions_over_10} of them complex`),
        'Copied code': complexity && percent(complexity.duplication_percent, 100),
        Maintainability:
          complexity?.maintainability_index == null
            ? undefined
            : `${Math.round(complexity.maintainability_index)} of 100`,
        Modules:
          architecture && `${count(architecture.modules)} with ${plural(architecture.edges, 'import')}`,
        'Import cycles':
          architecture && (architecture.cycles === 0 ? 'None' : plural(architecture.cycles, 'cycle')),
        Tests: tests && testsOf(tests),
        Dependencies:
          dependencies &&
          (dependencies.direct + dependencies.transitive === 0
            ? 'None'
            : `${count(dependencies.direct)} direct, ${count(dependencies.transitive)} transitive`),
      }}
    />
  );
}

function testsOf({ cases, files, coverage }: NonNullable<Application['tests']>): string {
  if (files === 0) return 'None';
  const text = `${plural(cases, 'case')} in ${plural(files, 'file')}`;
  return coverage ? `${text}, ${coverage.line_percent} % of lines covered` : text;
}

function Gaps({ id, search }: { id: string; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const status = filters.read as 'partial' | 'skipped' | undefined;
  const list = useList('listAnalysisGaps', { params: { id }, query: { ...(status && { status }) } });
  return (
    <Section title="Files that were not read in full" lead="Findings in unread code are missed.">
      <FilterBox set={{ status }}>
        <Choice
          label="Read"
          value={status ?? ''}
          onChange={(read) => change({ read })}
          options={[
            { id: '', label: 'In part or not' },
            { id: 'partial', label: 'In part' },
            { id: 'skipped', label: 'Not' },
          ]}
        />
      </FilterBox>
      <DataTable<ItemOf<'listAnalysisGaps'>>
        label="Files that were not read in full"
        list={list}
        rowKey={(one) => one.path}
        columns={[
          { title: 'File', width: '3fr', cell: (one) => <code>{one.path}</code> },
          {
            title: 'Read',
            cell: (one) =>
              one.status === 'partial' ? (
                <Status state="partial" tone="warn" label="In part" />
              ) : (
                <Status state="skipped" label="Not" />
              ),
          },
          { title: 'Why', width: '1.4fr', cell: (one) => words(one.reason) },
        ]}
        say={(total) => plural(total, 'file')}
        empty={<Empty title={status ? 'No file matches.' : 'All files were read in full.'} />}
      />
    </Section>
  );
}

function Hotspots({ of: { complexity } }: { of: Application }) {
  const worst = (complexity?.hotspots ?? []).filter(({ cyclomatic }) => cyclomatic > 10);
  if (worst.length === 0) return null;
  return (
    <Section
      title="The most complex functions"
      lead="Changes here are the most expensive, and bugs the hardest to see."
    >
      <ol className="versions" aria-label="The most complex functions">
        {worst.slice(0, 10).map((one) => (
          <li key={`${one.file}:${one.line}`}>
            <strong>{one.function}</strong>
            <code className="quiet">
              {one.file}:{one.line}
            </code>
            <span>{plural(one.cyclomatic, 'path')} through it</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
