import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEdit, edited, type Files } from '../fixtures/random-edits.ts';
import { readApplication } from '../fixtures/read-application.ts';
import { entriesOf } from '../fixtures/review-input.ts';
import { analyzeFiles } from './analyze-files.ts';
import { Incremental } from './incremental.ts';

const limits = { maxFileBytes: 1_048_576, fileBudgetMs: 60_000 };

/** The data flows, and what the files were like. */
async function followed(files: Files, memo?: Uint8Array | null, entries = entriesOf(files)) {
  const incremental =
    memo === undefined
      ? undefined
      : new Incremental(memo ?? undefined, { limits, settings: [], keeps: true });
  const index = await analyzeFiles(entries, { ...limits, ...(incremental && { incremental }) });
  const status = index.files.map(({ path, status: is, reason }) => [path, is, reason]);
  return {
    told: { taint: index.taint, misuse: index.misuse, status },
    memo: incremental?.pack() ?? null,
    reused: incremental?.reused.entryPoints ?? 0,
  };
}

/** All marked examples of a language, as if they were one application. */
const languages = join(import.meta.dirname, '../languages');
const examples: Record<string, Record<string, string>> = {};
for (const path of globSync('*/examples/*.txt', { cwd: languages }).sort()) {
  const language = path.split('/')[0] ?? '';
  examples[language] ??= {};
  examples[language][`src/${basename(path, '.txt')}`] = readFileSync(join(languages, path), 'utf8');
}

/** Small applications whose entry points share helpers, state and handlers. */
const folder = join(import.meta.dirname, '../fixtures/applications');
const applications = readdirSync(folder).map(
  (name) => [`an application in ${name}`, readApplication(join(folder, name))] as const,
);

const runs = Number(process.env.INCREMENTAL_RUNS ?? 2);

test.each([...Object.entries(examples), ...applications])(
  '%s: after any edits, reused and repeated work together give the result of a whole analysis',
  async (_, first) => {
    const base = await followed(first, null);
    expect(base.told).toEqual((await followed(first)).told);
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 3 }), async (some) => {
        let files: Files = first;
        let { memo } = base;
        for (const edit of some) {
          files = edited(files, edit, first);
          const after = await followed(files, memo);
          expect(after.told).toEqual((await followed(files)).told);
          memo = after.memo;
        }
      }),
      { numRuns: runs, seed: Number(process.env.INCREMENTAL_SEED ?? 65) },
    );
  },
  600_000,
);

/** The files, and how often each is read: once for its key, and once more for parsing. */
function counted(files: Files) {
  const reads = new Map<string, number>();
  const entries = entriesOf(files).map((entry) => ({
    ...entry,
    read: () => {
      reads.set(entry.path, (reads.get(entry.path) ?? 0) + 1);
      return entry.read();
    },
  }));
  return { reads, entries };
}

const shop: Files = {
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() { http.HandleFunc("/", run) }\n',
  'run.go':
    'package main\n\nimport ("net/http"; "os/exec")\n\nfunc run(w http.ResponseWriter, r *http.Request) {\n' +
    '\texec.Command("sh", "-c", r.FormValue("c"), flag).Run()\n}\n',
  'flag.go': 'package main\n\nvar flag = "-x"\n',
  'jobs/list.go':
    'package jobs\n\nimport ("net/http"; "os/exec")\n\nfunc List(w http.ResponseWriter, r *http.Request) {\n' +
    '\texec.Command("sh", "-c", r.FormValue("c")).Run()\n}\n',
};

test('of files whose dependencies did not change, only those with variables or functions that a change needs are parsed again', async () => {
  const { memo } = await followed(shop, null);
  const changed = { ...shop, 'run.go': (shop['run.go'] ?? '').replace('"-c", ', '"-e", "-c", ') };
  const { reads, entries } = counted(changed);
  const after = await followed(changed, memo, entries);
  expect(after.told).toEqual((await followed(changed)).told);
  expect(after.told.taint).toHaveLength(2);
  expect([reads.get('jobs/list.go'), reads.get('run.go')]).toEqual([1, 3]);
});
