import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { CopyText, LinkButton } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useDeeds } from './action-words.ts';
import { RetryRun } from './retry-run.tsx';
import { type Run, RunStatus, whyOf } from './runs.tsx';

/** One run: each step's input, and its result or error. */
export function RunPage({ params: { id = '', run: runId = '' } }: PageProps) {
  const params = { workflowId: id };
  const workflow = useRead('getWorkflow', { params });
  const run = useRead(
    'getWorkflowRun',
    { params: { ...params, runId } },
    { every: (found) => found?.status === 'queued' && 1_500 },
  );
  const event = useRead(
    'readEvent',
    { params: { eventId: run.data?.event_id ?? '' } },
    { enabled: run.data !== undefined },
  );
  const name = workflow.data?.name ?? 'Workflow';
  const revision = workflow.data?.revision;
  const mayEdit = useMay('events:write');
  const edit = withSearch(to`workflows/${id}/edit`, { event: run.data?.event_id });
  return (
    <>
      <PageHead
        title={`Run of ${name}`}
        crumbs={[
          { label: 'Workflows', href: '#/workflows' },
          { label: name, href: to`workflows/${id}` },
        ]}
        beside={run.data && <RunStatus of={run.data} />}
        actions={
          run.data &&
          revision !== undefined && (
            <>
              {mayEdit && run.data.status === 'failed' && (
                <LinkButton href={edit}>Fix the workflow</LinkButton>
              )}
              <RetryRun run={run.data} revision={revision} isMain />
            </>
          )
        }
      />
      <Shown of={run}>
        {(read) => (
          <>
            <Outcome of={read} />
            <RunFacts of={read} isOld={revision !== undefined && revision !== read.revision} />
            <Section title="Steps">
              <Steps of={read} />
            </Section>
            <Section title="The event that started it">
              <Shown of={event}>{(found) => <Json value={found} label="The event" />}</Shown>
            </Section>
          </>
        )}
      </Shown>
    </>
  );
}

function Outcome({ of }: { of: Run }) {
  if (of.status === 'succeeded') return null;
  const why = whyOf(of);
  if (of.status === 'queued') {
    return (
      <p className="note warn" role="status">
        <span>
          {of.attempts === 0 ? 'It waits for its turn.' : 'It will be retried automatically.'}
          {why !== undefined && (
            <>
              {' '}
              The last attempt: <WithCode text={why} />
            </>
          )}
        </span>
      </p>
    );
  }
  return (
    <p className="note bad" role="status">
      <span>
        It failed. <WithCode text={why} />
      </span>
    </p>
  );
}

function RunFacts({ of, isOld }: { of: Run; isOld: boolean }) {
  return (
    <Facts
      of={{
        Event: <a href={to`events/${of.event_id}`}>{of.event_type}</a>,
        Started: <Time at={of.created_at} withExact />,
        Ended: of.finished_at && <Time at={of.finished_at} withExact />,
        'Next attempt': of.next_attempt_at && <Time at={of.next_attempt_at} withExact />,
        Attempts: of.attempts,
        Revision: isOld ? `${of.revision}; the workflow was changed since` : of.revision,
        Correlation: (
          <a href={withSearch('#/events', { correlationId: of.correlation_id })}>{of.correlation_id}</a>
        ),
        'Runs before it': of.depth > 1 ? of.depth - 1 : undefined,
        Id: <CopyText text={of.run_id} label="id" />,
      }}
    />
  );
}

const outcomes: Record<string, { text: string; tone: string }> = {
  succeeded: { text: 'done', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
  retrying: { text: 'is tried again', tone: 'busy' },
  skipped: { text: 'skipped, its condition was not met', tone: '' },
  not_run: { text: 'not reached', tone: '' },
};

function Steps({ of }: { of: Run }) {
  if (of.actions.length === 0) {
    return <Empty title="No action has run yet.">The steps appear here after the first attempt.</Empty>;
  }
  return (
    <ol className="timeline" aria-label="Steps, in their order">
      {of.actions.map((step) => (
        <li key={step.id} className={outcomes[step.status]?.tone}>
          <Step of={step} />
        </li>
      ))}
    </ol>
  );
}

function Step({
  of: { id, action, status, input, result, error, finished_at },
}: {
  of: Run['actions'][number];
}) {
  const deed = useDeeds();
  const isShown = input !== null || result !== null || error !== null;
  const head = (
    <>
      <strong>{deed(action)}</strong> <span className="quiet">({id})</span>:{' '}
      {outcomes[status]?.text ?? status}
      {finished_at !== null && (
        <>
          , <Time at={finished_at} withExact />
        </>
      )}
    </>
  );
  if (!isShown) return <p className="quiet">{head}</p>;
  return (
    <details open={status !== 'succeeded'}>
      <summary>{head}</summary>
      {error !== null && (
        <p className="note bad">
          <span>
            {error.field !== undefined && <strong>{error.field}: </strong>}
            <WithCode text={error.message} />{' '}
            <a href={error.details.doc_url} target="_blank" rel="noreferrer">
              What this means
            </a>
          </span>
        </p>
      )}
      <div className="columns">
        <section className="one-call" aria-label={`${id}, input`}>
          <h3>Given</h3>
          {input === null ? (
            <p className="quiet">Not reached.</p>
          ) : (
            <Json value={input} label={`Input of ${id}`} />
          )}
        </section>
        <section className="one-call" aria-label={`${id}, result`}>
          <h3>Result</h3>
          {result === null ? (
            <p className="quiet">Nothing.</p>
          ) : (
            <Json value={result} label={`Result of ${id}`} />
          )}
        </section>
      </div>
    </details>
  );
}
