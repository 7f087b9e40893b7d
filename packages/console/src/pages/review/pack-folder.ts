import type { DirectoryDropItem } from 'react-aria-components/useDragAndDrop';

/** A file with its path below the chosen folder. */
export interface FolderFile {
  path: string;
  file: File;
}

export interface Folder {
  name: string;
  files: FolderFile[];
  /** Skipped folders: installed packages and tool data are not the application. */
  leftOut: string[];
}

const LEFT_OUT = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);
const MAX_FILES = 50_000;
const CHUNK = 1_048_576;

/** All files of a dropped folder. */
export async function readDropped(folder: DirectoryDropItem): Promise<Folder> {
  const found: Folder = { name: folder.name, files: [], leftOut: [] };
  await walk(folder, '', found);
  return found;
}

async function walk(folder: DirectoryDropItem, above: string, found: Folder): Promise<void> {
  for await (const entry of folder.getEntries()) {
    const path = above + entry.name;
    if (entry.kind === 'directory' && LEFT_OUT.has(entry.name)) found.leftOut.push(path);
    else if (entry.kind === 'directory') await walk(entry, `${path}/`, found);
    else if (entry.kind === 'file') add(found, { path, file: await entry.getFile() });
  }
}

/** All files of a folder chosen in the browser's dialog. */
export function readChosen(files: FileList): Folder {
  const found: Folder = { name: '', files: [], leftOut: [] };
  const leftOut = new Set<string>();
  for (const file of files) {
    const [root = '', ...below] = file.webkitRelativePath.split('/');
    found.name ||= root;
    const at = below.findIndex((part) => LEFT_OUT.has(part));
    if (at >= 0 && at < below.length - 1) leftOut.add(below.slice(0, at + 1).join('/'));
    else add(found, { path: below.join('/'), file });
  }
  return { ...found, leftOut: [...leftOut] };
}

function add(found: Folder, one: FolderFile): void {
  if (found.files.length >= MAX_FILES) {
    throw new Error('The folder has more than 50,000 files. Drop a folder further down, or a ZIP archive.');
  }
  found.files.push(one);
}

/** The folder as a ZIP archive. Files are read in pieces, so that the page stays responsive. */
export async function packFolder(
  { files }: Folder,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (packed: number) => void },
): Promise<Blob> {
  const { Zip, ZipDeflate } = await import('fflate');
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, piece) => {
    failed ??= error;
    if (piece) pieces.push(piece as Uint8Array<ArrayBuffer>);
  });
  for (const [at, { path, file }] of files.entries()) {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    for (let from = 0; from < file.size; from += CHUNK) {
      signal.throwIfAborted();
      entry.push(new Uint8Array(await file.slice(from, from + CHUNK).arrayBuffer()));
    }
    entry.push(new Uint8Array(), true);
    onProgress(at + 1);
  }
  zip.end();
  if (failed !== null) throw failed;
  return new Blob(pieces, { type: 'application/zip' });
}
