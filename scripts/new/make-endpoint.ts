import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointFiles } from './endpoint-files.ts';
import { type EndpointNames, NewEndpointError } from './endpoint-names.ts';
import { wireEndpoint } from './wire-endpoint.ts';

/** The changes for a new resource, by path from the root: new files, and changed files. */
export interface MadeEndpoint {
  made: Map<string, string>;
  wired: Map<string, string>;
}

/**
 * Computes the changes without writing them. Throws `NewEndpointError` if the names are taken, or the room does not
 * exist.
 */
export function makeEndpoint(root: string, names: EndpointNames): MadeEndpoint {
  const migrations = globSync('packages/server/migrations/*.sql', { cwd: root });
  const next = Math.max(...migrations.map((path) => Number(/(\d{4})_[^/\\]*$/.exec(path)?.[1] ?? 0))) + 1;
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { snake } = names.plural;
  if (migrations.some((path) => new RegExp(`create table ${snake} `).test(read(path))))
    throw new NewEndpointError(`There is a table ${snake} already. Choose another name.`);
  const made = endpointFiles(names, String(next).padStart(4, '0'));
  const taken = [...made.keys()].find((path) => existsSync(join(root, path)));
  if (taken !== undefined)
    throw new NewEndpointError(`There is ${taken} already. Choose another name or folder.`);
  return { made, wired: wireEndpoint(names, read) };
}
