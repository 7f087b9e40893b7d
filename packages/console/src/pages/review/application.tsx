import { type Answer, useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** One application: its analysis, its readiness, its reviews. */
export function ApplicationPage({ params: { id = '' } }: PageProps) {
  const api = useApi();
  const params = { id };
  const application = useRead(
    'getApplication',
    { params },
    { every: (found) => found?.status === 'analyzing' && 1_000 },
  );
  const review = useWrite(
    (generate_patches: boolean) =>
      api.requestReview({ params, body: { categories: ['all'], generate_patches } }),
    { onDone: ({ review_id }) => navigate(to`reviews/${review_id}`) },
  );
  return (
    <>
      <PageHead
        title={application.data?.name ?? 'Application'}
        crumbs={[{ label: 'Review', href: '#/review' }]}
        beside={application.data && <Status state={application.data.status} />}
        actions={
          <>
            <Button kind="main" isBusy={review.isPending} onPress={() => review.mutate(false)}>
              Review with all 23 agents
            </Button>
            <Button isBusy={review.isPending} onPress={() => review.mutate(true)}>
              Review, with patches
            </Button>
          </>
        }
      />
      <Shown of={application}>
        {({ languages, readiness, vulnerabilities, metrics, error }) => (
          <>
            {error && (
              <p className="note bad" role="alert">
                {error.message}
              </p>
            )}
            <Facts
              of={{
                Languages: languages && shares(languages),
                Readiness: readiness && grades(readiness),
                Vulnerabilities: vulnerabilities && counts(vulnerabilities),
                Files:
                  metrics &&
                  `${metrics.files_analyzed} read in full, ${metrics.files_partial} in part, ${metrics.files_skipped} not`,
              }}
            />
          </>
        )}
      </Shown>
      <Reviews id={id} />
    </>
  );
}

function Reviews({ id }: { id: string }) {
  const reviews = useList('listReviews', { params: { id } });
  return (
    <Section title="Reviews">
      <DataTable
        label="Reviews"
        list={reviews}
        rowKey={(one) => one.review_id}
        rowHref={(one) => to`reviews/${one.review_id}`}
        columns={[
          { title: 'Review', width: '2fr', cell: (one) => one.review_id },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Agents', cell: (one) => `${one.progress.completed} of ${one.progress.total}` },
          { title: 'Driver', cell: (one) => one.driver },
          { title: 'Started', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'review')}
        empty={<Empty title="It was not reviewed yet." />}
      />
    </Section>
  );
}

type Application = Answer<'getApplication'>;

function shares(languages: NonNullable<Application['languages']>): string {
  const code = languages.filter(({ percent }) => percent > 0);
  return code.map(({ name, percent, lines_code }) => `${name} ${percent} % (${lines_code} lines)`).join(', ');
}

function grades({ cloud, library, mesh, overall }: NonNullable<Application['readiness']>): string {
  return `${overall} overall: cloud ${cloud.grade} (${cloud.score}), library ${library.grade} (${library.score}), mesh ${mesh.grade} (${mesh.score})`;
}

function counts({ critical, high, medium, low }: NonNullable<Application['vulnerabilities']>): string {
  return `${critical} critical, ${high} high, ${medium} medium, ${low} low`;
}
