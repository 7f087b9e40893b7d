import { type AnyTransaction, lockRoutes } from '../../../engine/spine/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import type { WorkflowRange } from '../workflow-service.ts';
import { findWorkflow } from './workflow.repository.ts';

/** Keeps a workflow from being changed or deleted until the transaction ends. Throws `not_found`. */
export async function holdWorkflow(tx: AnyTransaction, range: WorkflowRange, id: string): Promise<void> {
  await lockRoutes(rowsIn(tx), range.orgId);
  if ((await findWorkflow(tx, range, id)) === undefined) throw notFound('workflow');
}
