import { useState } from 'react';
import { useClient } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** The applications under review, and a way to hand in another one. */
export function ApplicationsPage() {
  const list = useList('listApplications', {});
  return (
    <>
      <PageHead title="Application review" />
      <DataTable
        label="Applications"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`review/${one.id}`}
        columns={[
          { title: 'Application', width: '2fr', cell: (one) => one.name },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Language', cell: (one) => one.primary_language },
          { title: 'Uploaded', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'application')}
        empty={
          <Empty title="No application was uploaded yet.">Upload a ZIP archive of its source below.</Empty>
        }
      />
      <Upload />
    </>
  );
}

function Upload() {
  const { trivium } = useClient();
  const [file, setFile] = useState<File>();
  const upload = useWrite(
    (archive: File) =>
      trivium.upload('uploadApplication', archive, 'application/zip', {
        query: { name: archive.name.replace(/\.zip$/i, '') },
      }),
    { onDone: ({ id }) => navigate(to`review/${id}`) },
  );
  return (
    <Section title="Upload an application">
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== undefined && !upload.isPending) upload.mutate(file);
        }}
      >
        <label className="field">
          <span>ZIP archive</span>
          <input
            className="input"
            type="file"
            accept=".zip"
            required
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </label>
        <div>
          <Button kind="main" type="submit" isBusy={upload.isPending}>
            Upload and analyse
          </Button>
        </div>
      </form>
    </Section>
  );
}
