import { useState } from 'react';
import { useMay } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { isReviewable } from './application-actions.tsx';
import { useApplication } from './application-frame.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import type { Review } from './use-findings.ts';

/** The next step if another review would fill a gap of this one. */
export function NextReviewHint({ of }: { of: Review }) {
  const application = useApplication(of.application_id).data;
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay('review:write');
  if (!mayChange || application === undefined || !isReviewable(application)) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Review it again …</Button>
      {isOpen && <ReviewDialog of={application} onClose={() => setOpen(false)} />}
    </>
  );
}
