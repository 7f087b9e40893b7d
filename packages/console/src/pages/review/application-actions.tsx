import { ScanSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApi, useClient, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { download, fileName } from '../../parts/download.ts';
import { ActionMenu, type MenuAction } from '../../parts/menu.tsx';
import type { Application } from './application-frame.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

type Open = 'review' | 'approve' | 'reject' | 'archive';

const decidable = new Set(['analyzed', 'approved', 'rejected']);
const reviewable = new Set(['analyzing', ...decidable]);

export function isReviewable({ status }: Pick<Application, 'status'>): boolean {
  return reviewable.has(status);
}

/** Actions available in the application's state. */
export function ApplicationActions({ of }: { of: Application }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayChange = useMay('review:write');
  const actions = useFileActions(of);
  if (mayChange && decidable.has(of.status)) {
    if (of.status !== 'approved') actions.push({ label: 'Approve …', run: () => setOpen('approve') });
    if (of.status !== 'rejected') actions.push({ label: 'Reject …', run: () => setOpen('reject') });
  }
  if (mayChange && of.status !== 'archived')
    actions.push({ label: 'Archive …', run: () => setOpen('archive'), isDanger: true });
  return (
    <>
      {mayChange && isReviewable(of) && (
        <Button kind="main" icon={ScanSearch} onPress={() => setOpen('review')}>
          Review
        </Button>
      )}
      {actions.length > 0 && <ActionMenu label={`More for ${of.name}`} actions={actions} />}
      {open === 'review' && <ReviewDialog of={of} onClose={close} />}
      {(open === 'approve' || open === 'reject') && <DecisionDialog of={of} verb={open} onClose={close} />}
      <Archive of={of} isOpen={open === 'archive'} onClose={close} />
    </>
  );
}

function Archive({
  of,
  isOpen,
  onClose,
}: {
  of: Application;
  isOpen: boolean;
  onClose: () => void;
}): ReactNode {
  const api = useApi();
  const archive = useWrite(() => api.archiveApplication({ params: { id: of.id } }), {
    shows: { operation: 'archiveApplication', params: { id: of.id }, title: 'Archive it' },
    done: () => `${of.name} is archived.`,
  });
  return (
    <Confirm
      title={`Archive ${of.name}?`}
      action="Archive"
      name={of.name}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => archive.mutate()}
    >
      It takes no more reviews. This cannot be undone. Its results stay readable.
    </Confirm>
  );
}

/** Downloads, and imports of other tools' reports. */
function useFileActions({ id, name, dependencies, status }: Application): MenuAction[] {
  const api = useApi();
  const { trivium } = useClient();
  const mayChange = useMay('review:write');
  const sbom = useWrite(() => api.getBillOfMaterials({ params: { id } }), {
    shows: { operation: 'getBillOfMaterials', params: { id }, title: 'Bill of materials' },
    done: () => `The bill of materials of ${name} is saved.`,
    onDone: (bill) =>
      download(fileName(name, '.cdx.json'), JSON.stringify(bill, null, 2), 'application/vnd.cyclonedx+json'),
  });
  const report = useWrite(
    (file: File) => trivium.upload('importSarif', file, 'application/sarif+json', { params: { id } }),
    {
      shows: {
        operation: 'importSarif',
        params: { id },
        file: { name: 'report.sarif', type: 'application/sarif+json' },
        title: 'Import a SARIF report',
      },
      done: (_made, file) => `${file.name} is imported as a review.`,
      onDone: ({ review_id: reviewId }) => navigate(to`reviews/${reviewId}`),
    },
  );
  return [
    ...(dependencies ? [{ label: 'Save the bill of materials (CycloneDX)', run: () => sbom.mutate() }] : []),
    ...(mayChange && decidable.has(status)
      ? [{ label: 'Import a SARIF report …', run: () => choose('.sarif,.json', report.mutate) }]
      : []),
  ];
}

/** Opens the browser's file picker. */
function choose(accept: string, use: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.onchange = () => input.files?.[0] && use(input.files[0]);
  input.click();
}
