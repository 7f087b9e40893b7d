import type { ReactNode } from 'react';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { useApplication } from './application-frame.tsx';
import { ReviewActions } from './review-actions.tsx';
import { reviewState } from './review-words.tsx';
import { isUnderWay, type Review } from './use-findings.ts';

export function useReview(id: string) {
  return useRead('getReview', { params: { id } }, { every: (found) => isUnderWay(found) && 1_500 });
}

interface FrameProps {
  id: string;
  part: '' | 'agents' | 'compare' | 'patches' | 'left-out' | 'report';
  children: (review: Review, applicationName: string) => ReactNode;
}

/** The frame of all review pages: application, progress and parts. */
export function ReviewFrame({ id, part, children }: FrameProps) {
  const review = useReview(id);
  const { data } = review;
  const application = useApplication(data?.application_id);
  const name = application.data?.name ?? 'Application';
  const root = to`reviews/${id}`;
  const links = [
    { label: 'Findings', href: root },
    { label: 'Agents', href: `${root}/agents` },
    { label: 'Compared', href: `${root}/compare` },
    { label: 'Patches', href: `${root}/patches` },
    { label: 'Left out', href: `${root}/left-out` },
    { label: 'Report', href: `${root}/report` },
  ];
  return (
    <>
      <PageHead
        title={application.data ? `Review of ${name}` : 'Review'}
        crumbs={reviewCrumbs(data, name)}
        beside={data && reviewState(data)}
        lead={data && <RequestedLine of={data} />}
        actions={data && <ReviewActions of={data} name={name} />}
      />
      <SubNav label="Parts of the review" links={links} here={part === '' ? root : `${root}/${part}`} />
      <Shown of={review} lines={8}>
        {(found) => (
          <>
            {found.error && (
              <p className="note bad above-table" role="alert">
                {found.error.message}
              </p>
            )}
            {children(found, name)}
          </>
        )}
      </Shown>
    </>
  );
}

export function reviewCrumbs(review: Review | undefined, name: string) {
  const crumbs = [{ label: 'Review', href: '#/review' }];
  if (review) crumbs.push({ label: name, href: to`review/${review.application_id}` });
  return crumbs;
}

function RequestedLine({ of }: { of: Review }) {
  const { created_at: at, duration_seconds: seconds, origin, llm, progress } = of;
  return (
    <>
      {origin === 'sarif' ? 'Imported from another tool' : 'Requested'} <Time at={at} />
      {origin === 'agents' && `, by ${plural(progress.total, 'agent')}`}
      {llm && ` with ${llm.model}`}
      {seconds !== null && origin === 'agents' && `, took ${duration(seconds * 1_000)}`}
    </>
  );
}
