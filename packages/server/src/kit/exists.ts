import { stat } from 'node:fs/promises';

/** Whether the path is a file or folder visible to this process. */
export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
