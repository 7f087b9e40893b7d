import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { placeholders, stamp, stampedFiles, stampedManifests } from '../deploy/release/stamp.mjs';
import { findVersions } from '../deploy/release/versions.mjs';
import { settingsTable } from '../packages/server/src/app/settings.ts';
import type { SettingsTable } from '../packages/server/src/kit/config/index.ts';
import { nodeArguments, nodeEnvironment } from './node-settings.mjs';
import { compileFile } from './package/compile-file.ts';
import { copiedFiles, describePackage, shippedSources } from './package/stage-service.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings: SettingsTable = settingsTable;
const secret = Object.keys(settings).filter((name) => settings[name]?.secret && !name.includes('<'));
/** Variables for Node, its allocator or the wrapper, not for the service. */
const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', ...Object.keys(nodeEnvironment)]);

function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => {
    const ofFile = name.replace(/_FILE$/, '');
    return !(name in settings || others.has(name) || (name.endsWith('_FILE') && secret.includes(ofFile)));
  });
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

describe('the image', () => {
  const dockerfile = read('deploy/image/Dockerfile');
  const copied = dockerfile
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));

  test('every file that it copies is there, and let through by .dockerignore', () => {
    const admitted = found(read('.dockerignore'), /^!(.+)$/gm);
    expect(copied.length).toBeGreaterThan(10);
    for (const path of copied) {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(
        admitted.some((one) => path === one || path.startsWith(`${one}/`)),
        path,
      ).toBe(true);
    }
  });

  test('its settings exist, and Node runs as by npm start', () => {
    const env = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '';
    const names = found(env, /([A-Z][A-Z0-9_]+)=/g);
    expect(names).toContain('DATA_DIR');
    expect(unknownSettings(names)).toEqual([]);
    for (const [name, value] of Object.entries(nodeEnvironment)) expect(env).toContain(`${name}=${value}`);
    for (const launcher of ['deploy/image/trivium', 'deploy/systemd/trivium'])
      expect(read(launcher)).toContain(nodeArguments.join(' '));
  });

  test('it is not root, has a health check, and stops by the signal that the service knows', () => {
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
  });

  test.each([
    [200, 0],
    [503, 1],
  ])('the health check of a service that answers %i ends with %i', async (status, code) => {
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { HOST: '0.0.0.0', PORT: String((server.address() as AddressInfo).port) };
    const ended = await promisify(execFile)(process.execPath, [join(root, 'deploy/image/healthcheck.mjs')], {
      env,
    }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    server.close();
    expect(ended).toBe(code);
  });
});

test('the unit, its settings and the compose file name settings that exist', () => {
  const unit = read('deploy/systemd/trivium.service');
  const ofUnit = found(unit, /^Environment=(.+)$/gm).flatMap((line) => found(line, /([A-Z][A-Z0-9_]+)=/g));
  expect(ofUnit).toContain('DATA_DIR');
  expect(unknownSettings(ofUnit)).toEqual([]);
  for (const [name, value] of Object.entries(nodeEnvironment)) expect(unit).toContain(`${name}=${value}`);
  const ofFile = found(read('deploy/systemd/trivium.env'), /^#?([A-Z][A-Z0-9_]+)=/gm);
  expect(ofFile).toContain('DATABASE_URL');
  expect(unknownSettings(ofFile)).toEqual([]);
  const services = read('deploy/compose/compose.yaml').split(/^ {2}(?=\w)/m);
  const ofCompose = services
    .filter((text) => /^(?:trivium|migrate):/.test(text))
    .flatMap((text) => found(text, /^ {6}([A-Z][A-Z0-9_]+): /gm));
  expect(ofCompose).toContain('DATABASE_URL_FILE');
  expect(unknownSettings(ofCompose)).toEqual([]);
});

describe('the chart', () => {
  const schema = JSON.parse(read('deploy/helm/trivium/values.schema.json'));

  test('its schema knows each value and no other', () => {
    const values = found(read('deploy/helm/trivium/values.yaml'), /^([a-zA-Z]+):/gm);
    const { global: _ofHelm, ...known } = schema.properties;
    expect(Object.keys(known).toSorted()).toEqual(values.toSorted());
  });

  test('its schema refuses every secret among the settings', () => {
    const refused = schema.properties.settings.not.anyOf.flatMap(
      (one: { required: string[] }) => one.required,
    );
    expect(refused.toSorted()).toEqual(secret.toSorted());
  });

  test('its examples name settings that exist', () => {
    for (const file of globSync('deploy/helm/trivium/ci/*.yaml', { cwd: root })) {
      const names = found(read(file), /^ {2}([A-Z][A-Z0-9_]+): /gm);
      expect(names.length).toBeGreaterThan(0);
      expect(unknownSettings(names), file).toEqual([]);
    }
  });
});

test('every action of the workflows is pinned by a commit, with its version beside it', () => {
  const used = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
    found(read(file), /uses: (.+)$/gm),
  );
  expect(used.length).toBeGreaterThan(10);
  for (const action of used) expect(action).toMatch(/^\.\/|^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('all parts of a release have one version', () => {
  expect([...new Set(Object.values(findVersions()))]).toEqual([JSON.parse(read('package.json')).version]);
});

describe('where it is released from', () => {
  test('stands in no other file than a release writes it into', () => {
    const files = globSync(['docs/**/*.md', 'deploy/**/*', '*.md', 'packages/*/README.md', 'scripts/**/*'], {
      cwd: root,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    const named = files.filter((path) =>
      Object.values(placeholders).some((name) => read(path).includes(name)),
    );
    expect(named.toSorted()).toEqual([...stampedFiles, 'deploy/release/stamp.mjs'].toSorted());
  });

  test('is written into all of them, and a name that is none is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-stamp-'));
    try {
      for (const path of [...stampedFiles, ...stampedManifests])
        cpSync(join(root, path), join(folder, path), { recursive: true });
      stamp(folder, { repository: 'Acme/trivium', maintainer: undefined });
      const written = (path: string) => readFileSync(join(folder, path), 'utf8');
      for (const path of stampedFiles)
        for (const name of Object.values(placeholders)) expect(written(path), path).not.toContain(name);
      expect(written('deploy/helm/trivium/values.yaml')).toContain('repository: ghcr.io/acme/trivium\n');
      expect(written('deploy/debian/control')).toContain(
        'Maintainer: Acme <Acme@users.noreply.github.com>\n',
      );
      expect(JSON.parse(written('packages/sdk/package.json')).repository.url).toBe(
        'git+https://github.com/Acme/trivium.git',
      );
      expect(() => stamp(folder, { repository: 'a b' })).toThrow('no repository');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the package trivium', () => {
  test('what it copies is there, and no test is shipped', () => {
    for (const path of copiedFiles) expect(existsSync(join(root, path)), path).toBe(true);
    const shipped = shippedSources(root);
    expect(shipped).toContain('packages/server/src/main.mjs');
    expect(shipped.filter((path) => /\.test\.ts$/.test(path))).toEqual([]);
  });

  test('it depends on what the service and the analyser depend on, and on nothing of this repository', () => {
    const { dependencies, bin } = describePackage(root) as Record<string, Record<string, string>>;
    expect(dependencies).toMatchObject({
      node: expect.any(String),
      pg: expect.any(String),
      'oxc-parser': expect.any(String),
    });
    expect(Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@trivium/'))).toEqual([]);
    expect(copiedFiles).toContain(bin?.trivium);
  });

  test('types go, lines stay, and what names a file of ours names its JavaScript', () => {
    const text = [
      "import { scan, type Scan } from '@trivium/scanner';",
      "import type { B } from './b.ts';",
      "import { c } from '../c.ts';",
      "new Worker(new URL('./w.worker.ts', import.meta.url));",
      'export const d: number = scan(c);',
    ].join('\n');
    const lines = compileFile('packages/server/src/areas/a.ts', text).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^import \{ scan,\s+\} from '\.\.\/\.\.\/\.\.\/scanner\/src\/index\.js';$/);
    expect(lines[1]?.trim()).toBe('');
    expect(lines[2]).toBe("import { c } from '../c.js';");
    expect(lines[3]).toBe("new Worker(new URL('./w.worker.js', import.meta.url));");
    expect(lines[4]).toMatch(/^export const d {2,}= scan\(c\);$/);
  });
});
