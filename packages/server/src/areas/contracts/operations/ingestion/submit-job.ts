import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import { newUuid, parseId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { ExecuteContract } from '../../transactions/executions/execution-ports.ts';
import { requireContract } from '../../transactions/history/contract-network.repository.ts';
import { builtInRules, parseBuiltInRule } from './built-in-rules.ts';
import {
  findJob,
  findRules,
  type IngestionJob,
  type IngestionPriority,
  insertJob,
  priorities,
  readPace,
} from './ingestion.repository.ts';
import { runIngestion } from './run-job.ts';
import type { TransformStep } from './transform-tasks.ts';

export interface IngestionService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  clock: Clock;
  executeContract: ExecuteContract;
}

export interface SubmitRequest extends Owner {
  /** UUID; the same for a repeated request. */
  id: string;
  sourceId: string;
  data: object;
  rules: readonly string[];
  /** Public id. */
  triggerContract: string | null;
  triggerFunction: string | null;
  priority: IngestionPriority;
  correlationId: string | null;
}

/** The assumed duration of a job before any was measured. */
const UNMEASURED_MS = 100;

/**
 * Submits a job: it is queued when this resolves, and survives the death of nodes.
 *
 * @throws AppError invalid_request for an unknown rule, not_found for the contract
 */
export async function submitJob(service: IngestionService, request: SubmitRequest): Promise<IngestionJob> {
  const steps = await resolveSteps(service.db, request, request.rules);
  const triggerContract = await triggerOf(service, request);
  const { triggerContract: _, ...fields } = request;
  const job = {
    ...fields,
    rules: [...request.rules],
    steps,
    triggerContract,
    createdAt: new Date(service.clock.now()),
  };
  return service.unitOfWork(async (tx) => {
    if (await insertJob(tx, job)) {
      const { orgId, environment } = job;
      const options = { priority: priorities.indexOf(job.priority) };
      await service.jobs.add(tx, runIngestion, { orgId, environment, claim: newUuid() }, options);
    }
    return { value: required(await findJob(tx, request, request.id), 'the job just written') };
  });
}

/**
 * Estimates when each job of an owner starts, from the pace of earlier ones; null for one that is not
 * waiting.
 */
export function startEstimator(
  service: IngestionService,
  owner: Owner,
): (job: IngestionJob) => Promise<Date | null> {
  let pace: Promise<number | undefined> | undefined;
  return async ({ position }) => {
    if (position === 0) return null;
    pace ??= readPace(service.db, owner);
    return new Date(service.clock.now() + Math.ceil((position - 1) * ((await pace) ?? UNMEASURED_MS)));
  };
}

async function triggerOf(service: IngestionService, request: SubmitRequest): Promise<string | null> {
  if (request.triggerContract === null) {
    if (request.triggerFunction === null) return null;
    throw invalidField(
      'trigger_contract',
      '`trigger_function` names a function of `trigger_contract`, which is missing.',
    );
  }
  const contractId = parseId('ctr', request.triggerContract);
  if (contractId === undefined) throw notFound('contract', 'trigger_contract');
  await requireContract(service.db, { ...request, contractId }, 'trigger_contract');
  return contractId;
}

/** Resolves each identifier to its current definition; later changes of rules do not affect the job. */
async function resolveSteps(
  db: AnyDatabase,
  owner: Owner,
  rules: readonly string[],
): Promise<TransformStep[]> {
  const own = rules.filter((rule) => parseBuiltInRule(rule) === undefined);
  const ids = own.flatMap((rule) => parseId('igr', rule) ?? []);
  const found = own.length === 0 ? [] : await findRules(db, owner, { names: own, ids });
  return rules.map((rule, i) => {
    if (parseBuiltInRule(rule) !== undefined) return { rule };
    const match = found.find(({ name, id }) => name === rule || id === parseId('igr', rule));
    if (match !== undefined) return { rule, expression: match.expression };
    const forms = Object.values(builtInRules).map(({ form }) => form);
    throw invalidField(
      `transformation_rules.${i}`,
      `\`${cutText(rule, 100)}\` is not a transformation rule. Built in are ${forms.join(', ')}; your own are made with POST /v1/contracts/ingestion/rules.`,
    );
  });
}
