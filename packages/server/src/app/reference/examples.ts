import { readFile } from 'node:fs/promises';
import type { OperationExample } from '../../kit/http/index.ts';

/** Requests and their answers as recorded by `npm run examples`, by operation id. */
export type Examples = Record<string, OperationExample>;

export const examplesPath = new URL('../../../examples.generated.json', import.meta.url);

export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(examplesPath, 'utf8'));
}
