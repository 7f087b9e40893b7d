import { AppError, notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import { type Application, findApplication } from './application.repository.ts';

/** The UUID of an application's public id. Throws `not_found`. */
export function applicationUuid(id: string): string {
  const uuid = parseId('app', id);
  if (uuid === undefined) throw notFound('application');
  return uuid;
}

/** This organization's application with the public id. Throws `not_found`. */
export async function requireApplication(
  db: ReviewDatabase,
  orgId: string,
  id: string,
): Promise<Application> {
  const application = await findApplication(db, orgId, applicationUuid(id));
  if (application === undefined) throw notFound('application');
  return application;
}

/**
 * An application with a finished analysis. Throws `invalid_state` while it runs, `analysis_failed` when it
 * failed.
 */
export async function requireAnalyzed(db: ReviewDatabase, orgId: string, id: string): Promise<Application> {
  const application = await requireApplication(db, orgId, id);
  if (application.report !== null) return application;
  if (application.status === 'analysis_failed') {
    throw new AppError(reviewErrors.analysis_failed, {
      message: `The analysis of this application failed: ${application.error_message} Upload it again.`,
    });
  }
  throw new AppError('invalid_state', {
    message: 'The application is still being analysed. Ask again when its status is `analyzed`.',
    headers: { 'retry-after': '1' },
  });
}
