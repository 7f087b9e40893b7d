import { FileArchive, FolderUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Text } from 'react-aria-components/Text';
import { useShownCall } from '../../api/calls.tsx';
import { useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { bytes, count, percent, plural } from '../../parts/format.tsx';
import { type Folder, packFolder, readChosen, readDropped } from './pack-folder.ts';
import { type Sent, uploadArchive } from './upload-archive.ts';

type Step =
  | { at: 'reading' }
  | { at: 'packing'; packed: number; files: number; leftOut: string[] }
  | ({ at: 'sending' } & Sent)
  | { at: 'checking' };

/** Upload of the next application: a folder or ZIP archive, dropped or chosen. */
export function Upload() {
  const { step, name, error, run, cancel } = useUpload();
  const zips = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) run(file.name, () => zipped(file));
  };
  useShownCall({
    operation: 'uploadApplication',
    query: { name: name || 'orders' },
    title: 'Upload an application',
  });
  if (step !== undefined) return <Progress step={step} name={name} cancel={cancel} />;
  return (
    <>
      <DropZone
        className="drop-zone"
        aria-label="Drop an application here"
        onDrop={({ items }) => {
          const item = items[0];
          if (item?.kind === 'directory') run(item.name, () => readDropped(item));
          else if (item?.kind === 'file') run(item.name, async () => zipped(await item.getFile()));
        }}
      >
        <Text slot="label">Drop a folder or a ZIP archive of the source here, or</Text>
        <div className="actions">
          <FileTrigger
            acceptDirectory
            onSelect={(files) => files?.length && run('folder', () => readChosen(files))}
          >
            <Button icon={FolderUp}>Choose a folder</Button>
          </FileTrigger>
          <FileTrigger acceptedFileTypes={['.zip', 'application/zip']} onSelect={zips}>
            <Button icon={FileArchive}>Choose a ZIP</Button>
          </FileTrigger>
        </div>
        <p className="quiet">
          Up to 500 MB. An upload with the same name is the next version, and its reviews are compared.
        </p>
      </DropZone>
      {error !== undefined && (
        <p className="note bad" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Archives are sent as they are, and never taken for a folder. */
async function zipped(file: File): Promise<File> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === 0x50 && head[1] === 0x4b) return file;
  throw new Error(`${file.name} is not a ZIP archive. Drop the folder itself, or pack it as .zip first.`);
}

function useUpload() {
  const [step, setStep] = useState<Step>();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const send = useWrite(
    ({ archive, title, signal }: { archive: Blob; title: string; signal: AbortSignal }) =>
      uploadArchive(archive, title, { signal, onProgress: (sent) => setStep(sendingStep(sent)) }),
    {
      shows: {
        operation: 'uploadApplication',
        query: { name: name || 'my-application' },
        file: { name: 'application.zip', type: 'application/zip' },
        title: 'Upload an application',
      },
      done: (made) => `${made.name} is uploaded and being analysed.`,
      onDone: ({ id }) => navigate(to`review/${id}`),
      quiet: true,
    },
  );
  const leaving = useRef<AbortController>(undefined);
  const run = async (given: string, read: () => Folder | Promise<Folder | File>) => {
    const stop = new AbortController();
    const { signal } = stop;
    leaving.current = stop;
    setError(undefined);
    setName(given);
    setStep({ at: 'reading' });
    try {
      const source = await read();
      const title = source.name.replace(/\.zip$/i, '');
      setName(title);
      const archive = source instanceof File ? source : await pack(source, signal, setStep);
      await send.mutateAsync({ archive, title, signal });
    } catch (thrown) {
      if (!signal.aborted) setError(thrown instanceof Error ? thrown.message : String(thrown));
      setStep(undefined);
    }
  };
  const cancel = () => {
    leaving.current?.abort();
    setStep(undefined);
  };
  return { step, name, error, run: (...given: Parameters<typeof run>) => void run(...given), cancel };
}

function sendingStep(sent: Sent): Step {
  return sent.sentBytes < sent.totalBytes ? { at: 'sending', ...sent } : { at: 'checking' };
}

async function pack(folder: Folder, signal: AbortSignal, tell: (step: Step) => void): Promise<Blob> {
  const { files, leftOut } = folder;
  if (files.length === 0) throw new Error(`${folder.name} has no files.`);
  let told = 0;
  const onProgress = (packed: number) => {
    // Reports some hundred times at most, however many files there are.
    if (packed - told < files.length / 200 && packed < files.length) return;
    told = packed;
    tell({ at: 'packing', packed, files: files.length, leftOut });
  };
  return packFolder(folder, { signal, onProgress });
}

function Progress({ step, name, cancel }: { step: Step; name: string; cancel: () => void }) {
  const { value, text } = describeStep(step);
  return (
    <div className="drop-zone busy" role="status">
      <strong>{name}</strong>
      <progress aria-label={`Upload of ${name}`} max={1} value={value} />
      <span>{text}</span>
      {step.at === 'packing' && step.leftOut.length > 0 && (
        <span className="quiet">
          Left out: {step.leftOut.slice(0, 5).join(', ')}
          {step.leftOut.length > 5 && ' …'}
        </span>
      )}
      <Button onPress={cancel}>Cancel</Button>
    </div>
  );
}

function describeStep(step: Step): { value?: number; text: string } {
  if (step.at === 'reading') return { text: 'Reading the folder …' };
  if (step.at === 'packing') {
    return {
      value: step.packed / step.files,
      text: `Packing: ${count(step.packed)} of ${plural(step.files, 'file')}`,
    };
  }
  if (step.at === 'checking') return { text: 'The service checks the archive …' };
  const { sentBytes, totalBytes } = step;
  const sent = `${bytes(sentBytes)} of ${bytes(totalBytes)}`;
  return { value: sentBytes / totalBytes, text: `Sending: ${sent} (${percent(sentBytes, totalBytes)})` };
}
