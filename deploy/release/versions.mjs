import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Where the version of a release stands, and what stands there. */
export function findVersions() {
  const manifests = ['.', 'packages/server', 'packages/scanner', 'packages/console', 'packages/sdk'];
  const chart = read('deploy/helm/trivium/Chart.yaml');
  return {
    ...Object.fromEntries(
      manifests.map((folder) => [
        `${folder}/package.json`,
        JSON.parse(read(`${folder}/package.json`)).version,
      ]),
    ),
    'Chart.yaml, version': /^version: (.+)$/m.exec(chart)?.[1],
    'Chart.yaml, appVersion': /^appVersion: (.+)$/m.exec(chart)?.[1],
    Dockerfile: /^ARG VERSION=(.+)$/m.exec(read('deploy/image/Dockerfile'))?.[1],
  };
}

/** What CHANGELOG.md says of a version; undefined where it says nothing. */
export function findNotes(version) {
  const sections = read('CHANGELOG.md').split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf('\n')).trim();
}
