// `node stamp.mjs [folder]`: writes where this is released from into all that names it, in the checkout of a workflow: the
// repository that it runs in (GITHUB_REPOSITORY), and MAINTAINER, "Name <address>", of which a Debian package has one. In
// the repository itself stands a name that leads nowhere, so that nothing is promised of a place that nobody has.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const placeholders = {
  repository: 'example/trivium',
  maintainer: 'Trivium <maintainers@trivium.invalid>',
};

/** Every file that has one of them. A test holds the list. */
export const stampedFiles = [
  'deploy/debian/control',
  'deploy/helm/trivium/values.yaml',
  'docs/deploy/image.md',
  'docs/deploy/kubernetes.md',
  'docs/pull-requests.md',
];
/** npm shows where a package is from, and compares it with the provenance. */
export const stampedManifests = ['package.json', 'packages/sdk/package.json'];

export function stamp(folder, { repository, maintainer, server = 'https://github.com' }) {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error(`${repository} is no repository, owner/name.`);
  const [owner] = repository.split('/');
  const named = maintainer || `${owner} <${owner}@users.noreply.github.com>`;
  const change = (path, edit) => {
    const file = join(folder, path);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
  };
  for (const path of stampedFiles) {
    change(path, (text) =>
      text
        // Names of images are in small letters.
        .replaceAll(`ghcr.io/${placeholders.repository}`, `ghcr.io/${repository.toLowerCase()}`)
        .replaceAll(placeholders.repository, repository)
        .replaceAll(placeholders.maintainer, named),
    );
  }
  for (const path of stampedManifests) {
    change(path, (text) => {
      const manifest = JSON.parse(text);
      manifest.repository = { type: 'git', url: `git+${server}/${repository}.git` };
      manifest.homepage = `${server}/${repository}#readme`;
      return `${JSON.stringify(manifest, null, 2)}\n`;
    });
  }
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const { GITHUB_REPOSITORY, GITHUB_SERVER_URL, MAINTAINER } = process.env;
  if (!GITHUB_REPOSITORY) throw new Error('GITHUB_REPOSITORY is not set: this is for a workflow.');
  stamp(process.argv[2] ?? '.', {
    repository: GITHUB_REPOSITORY,
    maintainer: MAINTAINER,
    server: GITHUB_SERVER_URL,
  });
}
