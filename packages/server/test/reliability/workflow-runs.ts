import { required } from '../../src/kit/required.ts';
import { Installation } from './harness/installation.ts';
import { query } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';

export interface WorkflowRunsOptions {
  /** Number of runs to make; each event makes two. */
  runs: number;
  kills: number;
  onKill?(kill: number, done: number): void;
}

export interface WorkflowRunsReport {
  events: number;
  runs: Record<string, number>;
  /** Runs done before each kill. */
  doneAtKills: number[];
  /** Pairs of an event and a workflow for which not exactly one event was published. */
  notOnce: unknown[];
  published: number;
  tookMs: number;
}

const WORKFLOWS = 2;
const TYPE = 'counted.made';

/** Publishes events that start two runs each, kills the service while these are in progress, and checks the results. */
export async function runWorkflowsThroughKills(options: WorkflowRunsOptions): Promise<WorkflowRunsReport> {
  const service = await Installation.make();
  const startedAt = performance.now();
  try {
    await service.start();
    for (const name of ['one', 'two']) {
      const input = {
        type: 'counted.done',
        data: { n: '{{ event.data.n }}', by: name, event: '{{ event.eventId }}' },
      };
      const body = { name, trigger: { type: TYPE }, actions: [{ action: 'events.publish', input }] };
      const { status } = await service.api.call('POST', '/v1/workflows', { body });
      if (status !== 201) throw new Error(`a workflow was answered ${status}`);
    }
    const events = options.runs / WORKFLOWS;
    const publisher = new Publisher({ api: service.api, clients: 16, keyedClients: 16, events, type: TYPE });
    publisher.start();
    const doneAtKills: number[] = [];
    for (let kill = 1; kill <= options.kills; kill++) {
      const wanted = (options.runs * kill) / (options.kills + 1);
      const done = await awaitDone(service, wanted);
      doneAtKills.push(done);
      options.onKill?.(kill, done);
      await service.kill();
      await service.start();
    }
    await publisher.done();
    await awaitDone(service, options.runs);
    return { ...(await readReport(service)), doneAtKills, tookMs: performance.now() - startedAt };
  } catch (error) {
    throw await service.explain(error);
  } finally {
    await service.remove();
  }
}

async function awaitDone(service: Installation, wanted: number): Promise<number> {
  for (let waitedMs = 0; waitedMs < 600_000; waitedMs += 50) {
    const [row] = await query<{ done: number }>(
      await service.connection(),
      "select count(*)::int as done from workflow_runs where status <> 'queued'",
    );
    if (required(row, 'row').done >= wanted) return required(row, 'row').done;
    await sleep(50);
  }
  throw new Error(`fewer than ${wanted} runs were done in time`);
}

async function readReport(service: Installation) {
  const connection = await service.connection();
  const [counts] = await query<{ events: number; published: number }>(
    connection,
    `select count(*) filter (where type = '${TYPE}')::int as events,
       count(*) filter (where type = 'counted.done')::int as published from events`,
  );
  const statuses = await query<{ status: string; runs: number }>(
    connection,
    'select status, count(*)::int as runs from workflow_runs group by status',
  );
  const notOnce = await query(
    connection,
    `select e.id, w.by, count(d.id)::int as published from events e
     cross join (values ('one'), ('two')) as w(by)
     left join events d on d.type = 'counted.done' and d.data::json->>'by' = w.by
       and d.data::json->>'event' = 'evt_' || replace(e.id::text, '-', '')
     where e.type = '${TYPE}' group by e.id, w.by having count(d.id) <> 1`,
  );
  return {
    events: required(counts, 'counts').events,
    published: required(counts, 'counts').published,
    runs: Object.fromEntries(statuses.map(({ status, runs }) => [status, runs])),
    notOnce,
  };
}
