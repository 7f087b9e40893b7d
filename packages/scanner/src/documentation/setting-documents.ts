import type { ApplicationIndex } from '../types/application-index.ts';
import type { IndexedFile } from '../types/file-facts.ts';

const names = /\.(?:md|mdx|rst|adoc|txt|ya?ml|env[\w.-]*|toml|tf)$|(?:^|\/)\.env[\w.-]*$|Dockerfile|values/i;

/** Files in which an application may list its settings: documents, example files, deployments. */
export function settingDocuments(index: ApplicationIndex): IndexedFile[] {
  return index.files.filter((file) => names.test(file.path) && file.sizeBytes < 524_288 && !file.isVendored);
}
