import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { statusOf } from './applications.tsx';

export type Application = Answer<'getApplication'>;

export function useApplication(id: string | undefined): UseQueryResult<Application> {
  return useRead(
    'getApplication',
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, every: (found) => found?.status === 'analyzing' && 2_000 },
  );
}

interface FrameProps {
  id: string;
  /** The part of the application shown: the end of its address. */
  part: '' | 'readiness' | 'components' | 'files';
  children: (application: Application) => ReactNode;
}

/** The frame of all application pages: name, state, actions and parts. */
export function ApplicationFrame({ id, part, children }: FrameProps) {
  const application = useApplication(id);
  const { data } = application;
  const root = to`review/${id}`;
  const links = [
    { label: 'Overview', href: root },
    { label: 'Readiness', href: `${root}/readiness` },
    { label: 'Components', href: `${root}/components` },
    { label: 'Code read', href: `${root}/files` },
  ];
  return (
    <>
      <PageHead
        title={data?.name ?? 'Application'}
        crumbs={[{ label: 'Review', href: '#/review' }]}
        beside={data && <Status state={data.status} label={statusOf(data.status)} />}
        lead={data && <UploadedLine of={data} />}
        actions={data && <ApplicationActions of={data} />}
      />
      <SubNav label="Parts of the application" links={links} here={part === '' ? root : `${root}/${part}`} />
      <Shown of={application} lines={8}>
        {(found) => children(found)}
      </Shown>
    </>
  );
}

function UploadedLine({ of: { created_at: at, source } }: { of: Application }) {
  return (
    <>
      Uploaded <Time at={at} />
      {source && `, ${plural(source.files, 'file')}`}
    </>
  );
}

/** Explains in words why there are no analysis results. */
export function NotAnalysed({ of: { status, error } }: { of: Application }) {
  if (status === 'analyzing')
    return <Empty title="Being analysed.">The results appear here in a few seconds.</Empty>;
  return (
    <Empty title="The analysis found nothing to show.">
      {error ? error.message : 'The application was archived before its analysis ended.'}
    </Empty>
  );
}
