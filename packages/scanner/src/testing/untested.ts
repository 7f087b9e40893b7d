import { localPath } from '../read/files/aside-paths.ts';
import { isProductCode } from '../rules/source-view.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { IndexedFile } from '../types/file-facts.ts';

/** With fewer, code is not a relevant gap. */
export const MANY_BRANCHES = 10;

/** The application's own code that tests should reach. */
export function testableFiles({ files }: Pick<ApplicationIndex, 'files'>): IndexedFile[] {
  return files.filter((file) => isProductCode(file) && !localPath.test(file.path));
}

export function branchesOf({ functions }: IndexedFile): number {
  return functions.reduce((sum, one) => sum + one.cyclomatic - 1, 0);
}

/** Whether there is code with functions, and no test at all. */
export function isUntested(index: Pick<ApplicationIndex, 'files' | 'tests'>): boolean {
  return index.tests.files === 0 && testableFiles(index).some(({ functions }) => functions.length > 0);
}
