import { FileJson, Printer } from 'lucide-react';
import { useClient } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { download, fileName } from '../../parts/download.ts';
import { isUnderWay, type Review } from './use-findings.ts';

/** Downloads of the review. */
export function ReviewActions({ of, name }: { of: Review; name: string }) {
  const { trivium } = useClient();
  const save = useWrite(() => trivium.reviews.sarif(of.review_id), {
    done: () => `The findings of ${name} are saved as SARIF.`,
    onDone: (report) =>
      download(fileName(name, '.sarif'), JSON.stringify(report, null, 2), 'application/sarif+json'),
  });
  if (isUnderWay(of)) return null;
  return (
    <>
      <Button icon={FileJson} isBusy={save.isPending} onPress={() => save.mutate()}>
        Save as SARIF
      </Button>
      <LinkButton icon={Printer} href={`${to`reviews/${of.review_id}`}/report`}>
        Report
      </LinkButton>
    </>
  );
}
