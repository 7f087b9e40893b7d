// `npm run sbom`: the packages in the product, in CycloneDX. npm would leave out a package that the root also lists for
// its benches, so it gets a copy of the manifests in which the root lists nothing.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'trivium-sbom-'));
try {
  const { devDependencies: _own, ...manifest } = readJson('package.json');
  const lock = readJson('package-lock.json');
  delete lock.packages[''].devDependencies;
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(lock));
  for (const path of Object.keys(lock.packages)) {
    if (path === '' || path.includes('node_modules/')) continue;
    cpSync(join(root, path, 'package.json'), join(copy, path, 'package.json'));
  }
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  process.stdout.write(execFileSync('npm', args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 }));
} finally {
  rmSync(copy, { recursive: true });
}

function readJson(file: string) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
