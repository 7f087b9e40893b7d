import { useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { count, duration, Time, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';

const crumbs = [...contractsCrumbs, { label: 'Backups', href: '#/contracts/backups' }];

/** One restore: its progress, what it wrote, or why it failed. */
export function RestorePage({ params: { id = '' } }: PageProps) {
  const restore = useRead(
    'getRestore',
    { params: { id } },
    { every: (found) => found?.status === 'in_progress' && 1_000 },
  );
  const found = restore.data;
  return (
    <>
      <PageHead
        title={found ? `Restore into ${found.target_environment}` : 'Restore'}
        crumbs={crumbs}
        beside={
          found && (
            <Status
              state={found.status}
              label={restoreLabels[found.status] ?? ''}
              tone={restoreTones[found.status] ?? 'plain'}
            />
          )
        }
      />
      <Shown of={restore}>
        {(one) => (
          <>
            {one.error !== null && (
              <p className="note bad" role="status">
                {one.error.message} What {one.target_environment} held is untouched.
              </p>
            )}
            {one.status === 'completed' && (
              <p className="note good" role="status">
                It is restored. Read it with a key of the environment {one.target_environment}.
              </p>
            )}
            <Facts
              of={{
                'As it was at': one.point_in_time ? (
                  <Time at={one.point_in_time} withExact />
                ) : (
                  'The moment of the backup'
                ),
                Bytes: integrityText(one),
                'Takes about':
                  one.completed_at === null ? duration(one.estimated_duration_minutes * 60_000) : undefined,
                Requested: <Time at={one.started_at} withExact />,
                Ended: one.completed_at && <Time at={one.completed_at} withExact />,
                Backup: <CopyText text={one.backup_id} label="backup" />,
                Id: <CopyText text={one.restore_id} label="id" />,
              }}
            />
            {one.restored !== null && (
              <Section title="What was written">
                <Facts
                  of={Object.fromEntries(
                    Object.entries(one.restored).map(([name, records]) => [words(name), count(records)]),
                  )}
                />
              </Section>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

export const restoreLabels: Record<string, string> = {
  in_progress: 'At work',
  completed: 'Done',
  failed: 'Failed',
};
export const restoreTones = { in_progress: 'busy', completed: 'good', failed: 'bad' } as const;

function integrityText({
  verify_integrity: isAsked,
  integrity,
}: {
  verify_integrity: boolean;
  integrity: string | null;
}): string {
  if (integrity === 'verified') return 'Verified';
  if (integrity === 'failed') return 'Corrupt';
  return isAsked ? 'Verified first' : 'Not checked';
}
