import { defineAgent } from '../rules/agent-run.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { branchesOf, MANY_BRANCHES, testableFiles } from './untested.ts';

const MAX_FINDINGS = 25;

/** Code with branches that no test reaches, by coverage reports or by the imports of tests. */
export const coverageGapsAgent = defineAgent({
  id: 'testing.coverage-gaps',
  category: 'testing',
  program: ({ index }) => {
    const own = testableFiles(index);
    const all = own.map((file) => ({ file, branches: branchesOf(file) }));
    const weights = all.filter(({ branches }) => branches >= MANY_BRANCHES);
    const [heaviest] = all.toSorted(
      (a, b) => b.branches - a.branches || (a.file.path < b.file.path ? -1 : 1),
    );
    if (heaviest === undefined) return { drafts: [], nothingToCheck: true };
    if (index.tests.files === 0) {
      return {
        drafts: [
          qualityDraft({
            ruleId: 'coverage-gaps/no-tests',
            impact: heaviest.branches >= MANY_BRANCHES ? 'weakening' : 'hygiene',
            confidence: 0.9,
            file: heaviest.file.path,
            line: heaviest.file.functions[0]?.line ?? 1,
            description: `No test file was found for ${own.length} files of code. This one has the most branches: ${heaviest.branches}.`,
            recommendation:
              'Start with the code that has the most branches, and run the tests on every change.',
            sinkTokens: 'no tests',
            isOfApplication: true,
          }),
        ],
      };
    }
    if (weights.length === 0) return { drafts: [], nothingToCheck: true };
    const reached = reachedByTests(index.files);
    const covered = new Map(index.coverage?.files.map((one) => [one.path, one.linePercent]) ?? []);
    const gaps = weights
      .map((one) => ({ ...one, percent: covered.get(one.file.path) }))
      .filter(({ file, percent }) =>
        percent === undefined ? !index.coverage && !reached.has(file.path) : percent < 30,
      )
      .sort((a, b) => b.branches - a.branches || (a.file.path < b.file.path ? -1 : 1))
      .slice(0, MAX_FINDINGS);
    return {
      drafts: gaps.map(({ file, branches, percent }) =>
        qualityDraft({
          ruleId: 'coverage-gaps/untested-file',
          title:
            percent === undefined
              ? 'No test reaches this file'
              : `Tests reach ${Math.round(percent)} % of its lines`,
          confidence: percent === undefined ? 0.6 : 0.95,
          file: file.path,
          line: file.functions[0]?.line ?? 1,
          description: `It has ${branches} branches. ${percent === undefined ? 'No test file imports it, directly or through others.' : 'By the coverage report.'}`,
          recommendation: 'Test its branches, starting with those that handle failures.',
          sinkTokens: 'untested',
        }),
      ),
    };
  },
});

/**
 * Files that tests import, directly or indirectly. In languages whose tests see their whole package, by folder and
 * name.
 */
function reachedByTests(files: readonly IndexedFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const queue = files.filter((file) => file.isTest);
  for (let file = queue.pop(); file; file = queue.pop()) {
    for (const one of file.imports) {
      const target = one.resolved === null ? undefined : byPath.get(one.resolved);
      if (!target || reached.has(target.path)) continue;
      reached.add(target.path);
      queue.push(target);
    }
  }
  const stems = new Set(files.filter((file) => file.isTest).map((file) => stem(file.path)));
  const goFolders = new Set(
    files
      .filter((file) => file.isTest && file.path.endsWith('_test.go'))
      .map((file) => file.path.replace(/\/[^/]*$/, '')),
  );
  for (const file of files) {
    if (
      stems.has(stem(file.path)) ||
      (file.language === 'Go' && goFolders.has(file.path.replace(/\/[^/]*$/, '')))
    )
      reached.add(file.path);
    // Rust tests are in the file that they test.
    if (file.testCases.length > 0) reached.add(file.path);
  }
  return reached;
}

function stem(path: string): string {
  return (path.split('/').at(-1) ?? '')
    .replace(/\.[a-z]+$/i, '')
    .replace(/^test_|[._-](?:test|spec)s?$|Tests?$/i, '')
    .toLowerCase();
}
