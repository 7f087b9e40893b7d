import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useClient, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { bytes, plural } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { MayNot } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { AskEmail } from './ask-email.tsx';
import { ColumnMapping, type Mapping } from './column-mapping.tsx';
import { ImportList, ImportResult } from './import-result.tsx';
import { TagsField } from './lead-tags.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';

const crumbs = [...outreachCrumbs, { label: 'Leads', href: '#/outreach/leads' }];
export type ImportJob = Answer<'getLeadImport'>;

const modes = [
  { id: 'skip', label: 'Keep existing values' },
  { id: 'update', label: "Replace them with the file's" },
  { id: 'merge', label: 'Fill only missing values' },
];
type Mode = 'skip' | 'update' | 'merge';

/** Imports a file of leads, and lists earlier imports. */
export function ImportPage() {
  const mayChange = useMay('outreach:write');
  return (
    <>
      <PageHead
        title="Import leads"
        crumbs={crumbs}
        lead="A CSV file from any spreadsheet or CRM. You see a preview before anything is imported."
      />
      {mayChange ? <Importer /> : <MayNot what="import leads" scope="outreach:write" />}
      <ImportList />
    </>
  );
}

/** Imports a file of leads: first a trial run with the column mapping, then for real. */
function Importer() {
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState<Mapping>();
  const [mode, setMode] = useState<Mode>('skip');
  const [isScored, setScored] = useState(true);
  const [tags, setTags] = useState<string[]>([]);
  const [tried, setTried] = useState<string>();
  const [started, setStarted] = useState<string>();
  const { trial, start } = useImport({ file, mapping, mode, isScored, tags }, setStarted);
  useUnsaved(started === undefined && file !== undefined ? { name: file.name, mapping } : null);
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setMapping(undefined);
    setStarted(undefined);
    setTried(undefined);
    if (chosen !== undefined) tryOut({ file: chosen, mapping: undefined });
  };
  const tryOut = (given: Partial<ImportInput>) =>
    trial.mutate(given, { onSuccess: (job) => setTried(job.import_job_id) });
  const change = (changed: Mapping) => {
    setMapping(changed);
    tryOut({ mapping: changed });
  };
  const error = start.error ?? trial.error;
  return (
    <>
      <FileField file={file} onChoose={choose} />
      {error && (
        <p className="note bad above-table" role="alert">
          {describeRefusal(error)}
        </p>
      )}
      {error && file !== undefined && isEmailMissing(error) && <AskEmail file={file} onChoose={change} />}
      {started === undefined && tried !== undefined && file !== undefined && (
        <Trial id={tried} file={file} mapping={mapping} onMap={change}>
          <div className="form narrow">
            <Choice
              label="Leads that already exist"
              value={mode}
              onChange={(value) => setMode(value as Mode)}
              options={modes}
            />
            <TagsField
              label="Tags of these leads"
              values={tags}
              onChange={setTags}
              hint="To find and address them together. Press Enter after each."
            />
            <Check label="Score each lead" isChecked={isScored} onChange={setScored} />
            <Button kind="main" icon={Upload} isBusy={start.isPending} onPress={() => start.mutate()}>
              Import them
            </Button>
          </div>
        </Trial>
      )}
      {started !== undefined && <ImportResult id={started} />}
    </>
  );
}

function isEmailMissing(error: Error): boolean {
  return error instanceof TriviumError && error.code === 'missing_email_column';
}

function describeRefusal(error: Error): string {
  return isEmailMissing(error) ? 'No column was recognised as the e-mail addresses.' : error.message;
}

interface ImportInput {
  file: File | undefined;
  mapping: Mapping | undefined;
  mode: Mode;
  isScored: boolean;
  tags: string[];
}

function useImport(form: ImportInput, onStarted: (id: string) => void) {
  const { trivium } = useClient();
  const queryOf = (input: ImportInput, isTrial: boolean) => ({
    dedup_mode: input.mode,
    auto_score: input.isScored,
    ...(input.tags.length > 0 && { tags: input.tags }),
    ...(isTrial && { dry_run: true }),
    ...(input.mapping !== undefined && { mapping: JSON.stringify(input.mapping) }),
  });
  useShownCall({
    operation: 'importLeads',
    query: queryOf(form, false),
    title: 'Import',
    file: { name: form.file?.name ?? 'leads.csv', type: 'text/csv' },
  });
  const send = async (input: ImportInput, isTrial: boolean) => {
    if (input.file === undefined) throw new Error('Choose a file first.');
    return trivium.upload('importLeads', input.file, 'text/csv', { query: queryOf(input, isTrial) });
  };
  // Changes nothing; of several runs the last one counts.
  const trial = useMutation({
    mutationFn: (given: Partial<ImportInput>) => send({ ...form, ...given }, true),
  });
  const start = useWrite(() => send(form, false), {
    quiet: true,
    onDone: (job) => onStarted(job.import_job_id),
  });
  return { trial, start };
}

function FileField({
  file,
  onChoose,
}: {
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
}) {
  return (
    <label
      className="drop above-table"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onChoose(event.dataTransfer.files[0]);
      }}
    >
      <Upload aria-hidden size={22} />
      <span>
        {file === undefined ? 'Choose a CSV file, or drop it here' : `${file.name}, ${bytes(file.size)}`}
      </span>
      <input
        type="file"
        className="drop-input"
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,.gz,text/csv"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

const underWay = new Set(['uploading', 'queued', 'processing']);

/** The file's contents, from a run that changes nothing. */
function Trial({
  id,
  file,
  mapping,
  onMap,
  children,
}: {
  id: string;
  file: File;
  mapping: Mapping | undefined;
  onMap: (mapping: Mapping) => void;
  children: React.ReactNode;
}) {
  const job = useRead(
    'getLeadImport',
    { params: { id } },
    { every: (found) => (found === undefined || underWay.has(found.status) ? 700 : false) },
  );
  const found = job.data;
  if (found === undefined) return null;
  const detected = found.detected.mapping as Mapping;
  return (
    <Section
      title="Preview"
      lead={`${plural(found.row_count, 'row')}, ${found.detected.encoding}, separated by ${separatorName(found.detected.delimiter)}.`}
    >
      <ImportResult id={id} isTrial />
      <ColumnMapping file={file} detected={found.detected} mapping={mapping ?? detected} onChange={onMap} />
      {!underWay.has(found.status) && found.status !== 'failed' && children}
    </Section>
  );
}

function separatorName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };
  return names[delimiter] ?? `“${delimiter}”`;
}
