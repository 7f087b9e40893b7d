import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../processes/index.ts';

/** Writes a file of the log to `target`. False: there is none of that name, nor any after it. */
export type FetchWal = (name: string, target: string) => Promise<boolean>;

export interface WalSpool {
  /** For PostgreSQL's `restore_command`. */
  command: string;
  /** Why a file could not be fetched, if that ended the recovery. */
  failure(): unknown;
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 10;

// Each request is a file, and so is its answer: PostgreSQL may run as another account, which may have access
// to this folder only. An exit code above 128 aborts recovery; 1 means that the log ends here.
const SCRIPT = `
name=$1; target=$2; spool=\${0%/*}; tries=0
: > "$spool/$name.wanted"
while [ $tries -lt 30000 ]; do
  if [ -e "$spool/$name.ready" ]; then mv "$spool/$name.ready" "$target"; exit 0; fi
  if [ -e "$spool/$name.absent" ]; then rm -f "$spool/$name.absent"; exit 1; fi
  if [ -e "$spool/failed" ]; then exit 200; fi
  sleep 0.01; tries=$((tries + 1))
done
exit 200
`;

/** Hands the files of the log to a recovering server as it asks for them. */
export async function makeWalSpool(
  home: string,
  account: Account | undefined,
  fetchWal: FetchWal,
): Promise<WalSpool> {
  const folder = join(home, 'restored-wal');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const script = join(folder, 'fetch.sh');
  await writeFile(script, SCRIPT, { mode: 0o600 });
  if (account !== undefined) for (const path of [script, folder]) await chown(path, account.uid, account.gid);

  let failure: unknown;
  let isClosed = false;
  const answer = async (name: string) => {
    const draft = join(folder, `${name}.draft`);
    const isFound = await fetchWal(name, draft);
    if (!isFound) return writeFile(join(folder, `${name}.absent`), '');
    if (account !== undefined) await chown(draft, account.uid, account.gid);
    await rename(draft, join(folder, `${name}.ready`));
  };
  const serve = async () => {
    while (!isClosed) {
      const wanted = (await readdir(folder)).find((name) => name.endsWith('.wanted'));
      if (wanted === undefined) {
        await new Promise((done) => setTimeout(done, CHECK_INTERVAL_MS));
        continue;
      }
      await rm(join(folder, wanted));
      await answer(wanted.slice(0, -'.wanted'.length));
    }
  };
  const served = serve().catch(async (error: unknown) => {
    failure = error;
    await writeFile(join(folder, 'failed'), '');
  });
  const quoted = `'${script.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
  return {
    command: `/bin/sh ${quoted} %f %p`,
    failure: () => failure,
    async close() {
      isClosed = true;
      await served;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
