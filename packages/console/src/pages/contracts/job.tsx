import { useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { count, Time, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { JobStatus } from './jobs.tsx';

const crumbs = [...contractsCrumbs, { label: 'Ingestion jobs', href: '#/contracts/jobs' }];

/** One job: its state, the resulting data, and the call it made. */
export function JobPage({ params: { id = '' } }: PageProps) {
  const job = useRead(
    'getIngestionJob',
    { params: { id } },
    { every: (found) => found !== undefined && found.completed_at === null && 1_000 },
  );
  const found = job.data;
  return (
    <>
      <PageHead
        title={found ? `Data of ${found.source_id}` : 'Ingestion job'}
        crumbs={crumbs}
        beside={found && <JobStatus state={found.status} />}
      />
      <Shown of={job}>
        {(one) => (
          <>
            {one.error !== null && (
              <p className="note bad" role="status">
                <span>
                  {one.error.rule && (
                    <>
                      The rule <code>{one.error.rule}</code> failed:{' '}
                    </>
                  )}
                  {one.error.message}
                </span>
              </p>
            )}
            <Facts
              of={{
                'Position in the queue': one.position > 0 ? `${count(one.position)}.` : undefined,
                'Estimated start': one.estimated_start && <Time at={one.estimated_start} />,
                Rules:
                  one.transformation_rules.length > 0 ? (
                    <code>{one.transformation_rules.join(', ')}</code>
                  ) : (
                    'None'
                  ),
                Calls: one.trigger_contract && (
                  <a href={to`contracts/${one.trigger_contract}`}>The contract</a>
                ),
                Function: one.trigger_function && <code>{one.trigger_function}</code>,
                Transaction: one.result?.execution_id && (
                  <a href={to`executions/${one.result.execution_id}`}>The transaction</a>
                ),
                Priority: words(one.priority),
                Attempts: count(one.attempts),
                Received: <Time at={one.created_at} withExact />,
                Began: one.started_at && <Time at={one.started_at} withExact />,
                Ended: one.completed_at && <Time at={one.completed_at} withExact />,
                Id: <CopyText text={one.job_id} label="id" />,
              }}
            />
            {one.result !== null && one.result.transformed_data !== null && (
              <Section title="Result">
                <Json value={one.result.transformed_data} label="Transformed data" />
              </Section>
            )}
          </>
        )}
      </Shown>
    </>
  );
}
