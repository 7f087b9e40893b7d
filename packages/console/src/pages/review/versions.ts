import { useList, useRead } from '../../api/read.ts';
import { clockTime } from '../../parts/moments.ts';
import type { Application } from './application-frame.tsx';

/** Uploads of the same name, newest first: each upload is a separate application. */
export function useVersions(name: string | undefined): Application[] {
  const list = useRead('listApplications', { query: { limit: 100 } }, { enabled: name !== undefined });
  return (list.data?.applications ?? []).filter((one) => one.name === name);
}

export interface BaseReview {
  id: string;
  label: string;
}

/** Reviews to compare with, newest first: earlier ones of the same upload, and of previous uploads. */
export function useBases(application: Application | undefined, before?: string): BaseReview[] {
  const own = useList(
    'listReviews',
    { params: { id: application?.id ?? '' } },
    { enabled: application !== undefined },
  );
  const versions = useVersions(application?.name);
  if (application === undefined) return [];
  const ended = own.items.filter(
    ({ status, created_at: at }) => isEnded(status) && (before === undefined || at < before),
  );
  const earlier = versions.flatMap(({ created_at: at, latest_review_id: id }) =>
    at < application.created_at && id !== null ? [{ id, at }] : [],
  );
  return [
    ...ended.map(({ review_id: id, created_at: at }) => ({
      id,
      label: `This upload, reviewed ${clockTime(at)}`,
    })),
    ...earlier.map(({ id, at }) => ({ id, label: `Upload of ${clockTime(at)}, its last review` })),
  ];
}

function isEnded(status: string): boolean {
  return status === 'completed' || status === 'completed_with_errors';
}
