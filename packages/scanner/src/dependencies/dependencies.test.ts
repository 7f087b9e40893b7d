import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { entriesOf, reviewInput } from '../fixtures/review-input.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import { openSeed } from './advisories/seed-store.ts';
import { collectDependencyFiles } from './collect-packages.ts';
import { reportDependencies } from './read-dependencies.ts';
import { supplyChainAgent } from './supply-chain-agent.ts';

const sha = 'sha512-q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8BI0VniQ==';

// One file of each kind with the same two packages: the first is direct, the second transitive.
const files: Record<string, [text: string, packages: string[]]> = {
  'npm/package-lock.json': [
    JSON.stringify(
      {
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { one: '^1.0.0' } },
          'node_modules/one': { version: '1.2.3', integrity: sha },
          'node_modules/one/node_modules/@s/two': { version: '2.0.0' },
          'node_modules/link': { link: true },
        },
      },
      null,
      1,
    ),
    ['one 1.2.3 direct', '@s/two 2.0.0'],
  ],
  'npm1/package-lock.json': [
    JSON.stringify(
      {
        lockfileVersion: 1,
        dependencies: { one: { version: '1.2.3', dependencies: { two: { version: '2.0.0' } } } },
      },
      null,
      1,
    ),
    ['one 1.2.3', 'two 2.0.0'],
  ],
  'yarn1/yarn.lock': [
    '# yarn lockfile v1\n\none@^1.0.0, one@~1.2.0:\n  version "1.2.3"\n  resolved "https://r/one.tgz#1"\n\n"@s/two@2":\n  version "2.0.0"\n',
    ['one 1.2.3', '@s/two 2.0.0'],
  ],
  'yarn4/yarn.lock': [
    '__metadata:\n  version: 8\n\n"one@npm:^1.0.0":\n  version: 1.2.3\n  resolution: "one@npm:1.2.3"\n\n"@s/two@npm:2":\n  version: 2.0.0\n  resolution: "@s/two@npm:2.0.0"\n\n"me@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "me@workspace:."\n',
    ['one 1.2.3', '@s/two 2.0.0'],
  ],
  'pnpm9/pnpm-lock.yaml': [
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      one:\n        specifier: ^1.0.0\n        version: 1.2.3\n\npackages:\n\n  '@s/two@2.0.0':\n    resolution: {integrity: sha512-x}\n\n  one@1.2.3:\n    resolution: {integrity: sha512-y}\n\nsnapshots:\n\n  one@1.2.3: {}\n",
    ['one 1.2.3 direct', '@s/two 2.0.0'],
  ],
  'pnpm6/pnpm-lock.yaml': [
    "lockfileVersion: '6.0'\n\ndependencies:\n  one:\n    specifier: ^1.0.0\n    version: 1.2.3(peer@1.0.0)\n\npackages:\n\n  /@s/two@2.0.0:\n    resolution: {integrity: sha512-x}\n    dev: false\n\n  /one@1.2.3(peer@1.0.0):\n    resolution: {integrity: sha512-y}\n",
    ['one 1.2.3 direct', '@s/two 2.0.0'],
  ],
  'bun/bun.lock': [
    '{\n  "packages": {\n    "one": ["one@1.2.3", "", {}, "sha512-y"],\n    "one/two": ["@s/two@2.0.0", "", {}],\n  }\n}\n',
    ['one 1.2.3', '@s/two 2.0.0'],
  ],
  'pip/requirements.txt': [
    'one==1.2.3\n# a comment\nTwo_Pack [extra] == 2.0.0 ; python_version > "3"\n-r other.txt\nthree>=1\n',
    ['one 1.2.3 direct', 'two-pack 2.0.0 direct', 'three null direct'],
  ],
  'poetry/poetry.lock': [
    '[[package]]\nname = "One"\nversion = "1.2.3"\n\n[package.dependencies]\nversion = "*"\n\n[[package]]\nname = "two"\nversion = "2.0.0"\n\n[metadata]\npython-versions = "*"\n',
    ['One 1.2.3', 'two 2.0.0'],
  ],
  'pipenv/Pipfile.lock': [
    JSON.stringify(
      { default: { one: { version: '==1.2.3' } }, develop: { two: { version: '==2.0.0' } } },
      null,
      1,
    ),
    ['one 1.2.3', 'two 2.0.0 dev'],
  ],
  'uv/uv.lock': [
    'version = 1\n\n[[package]]\nname = "one"\nversion = "1.2.3"\nsource = { registry = "https://pypi.org/simple" }\n\n[[package]]\nname = "me"\nversion = "0.1.0"\nsource = { virtual = "." }\n\n[[package]]\nname = "two"\nversion = "2.0.0"\n',
    ['one 1.2.3', 'two 2.0.0'],
  ],
  'go/go.mod': [
    'module me\n\ngo 1.22\n\nrequire (\n\texample.com/one v1.2.3\n\texample.com/two v2.0.0+incompatible // indirect\n)\n\nreplace example.com/one => example.com/fork v1.2.4\n',
    ['example.com/fork 1.2.4 direct', 'example.com/two 2.0.0+incompatible'],
  ],
  'gosum/go.sum': [
    'example.com/one v1.2.3 h1:aaaa=\nexample.com/one v1.2.3/go.mod h1:bbbb=\nexample.com/two v2.0.0 h1:cccc=\n',
    ['example.com/one 1.2.3', 'example.com/two 2.0.0'],
  ],
  'cargo/Cargo.lock': [
    'version = 3\n\n[[package]]\nname = "me"\nversion = "0.1.0"\n\n[[package]]\nname = "one"\nversion = "1.2.3"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n\n[[package]]\nname = "two"\nversion = "2.0.0"\nsource = "registry+x"\n',
    ['one 1.2.3', 'two 2.0.0'],
  ],
  'ruby/Gemfile.lock': [
    'GEM\n  remote: https://rubygems.org/\n  specs:\n    one (1.2.3)\n      two (>= 1)\n    two (2.0.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  one (~> 1.2)\n',
    ['one 1.2.3 direct', 'two 2.0.0'],
  ],
  'php/composer.lock': [
    JSON.stringify(
      {
        packages: [{ name: 'v/one', version: 'v1.2.3' }],
        'packages-dev': [{ name: 'v/two', version: '2.0.0' }],
      },
      null,
      1,
    ),
    ['v/one 1.2.3', 'v/two 2.0.0 dev'],
  ],
  'maven/pom.xml': [
    '<project><properties><v>1.2.3</v></properties><dependencies><!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --><dependency><groupId>g</groupId><artifactId>one</artifactId><version>$' +
      '{v}</version></dependency>\n<dependency><groupId>g</groupId><artifactId>two</artifactId><version>2.0.0</version><scope>test</scope></dependency></dependencies></project>',
    ['g:one 1.2.3 direct', 'g:two 2.0.0 direct dev'],
  ],
  'gradle/gradle.lockfile': [
    '# written by Gradle\ng:one:1.2.3=compileClasspath,runtimeClasspath\ng:two:2.0.0=testCompileClasspath\nempty=annotationProcessor\n',
    ['g:one 1.2.3', 'g:two 2.0.0 dev'],
  ],
  'net/packages.lock.json': [
    JSON.stringify(
      {
        version: 1,
        dependencies: {
          'net8.0': {
            One: { type: 'Direct', resolved: '1.2.3' },
            Two: { type: 'Transitive', resolved: '2.0.0' },
          },
        },
      },
      null,
      1,
    ),
    ['One 1.2.3 direct', 'Two 2.0.0'],
  ],
  'netproj/App.csproj': [
    '<Project><ItemGroup><PackageReference Include="One" Version="1.2.3" />\n<PackageReference Include="Two"><Version>2.0.0</Version></PackageReference></ItemGroup></Project>',
    ['One 1.2.3 direct', 'Two 2.0.0 direct'],
  ],
  'dart/pubspec.lock': [
    'packages:\n  one:\n    dependency: "direct main"\n    source: hosted\n    version: "1.2.3"\n  two:\n    dependency: transitive\n    source: hosted\n    version: "2.0.0"\n',
    ['one 1.2.3 direct', 'two 2.0.0'],
  ],
  'swift/Package.resolved': [
    JSON.stringify(
      {
        pins: [
          {
            identity: 'one',
            location: 'https://github.com/s/one.git',
            state: { revision: 'a', version: '1.2.3' },
          },
          { identity: 'two', location: 'git@github.com:s/two', state: { revision: 'b', version: '2.0.0' } },
        ],
        version: 2,
      },
      null,
      1,
    ),
    ['github.com/s/one 1.2.3', 'github.com/s/two 2.0.0'],
  ],
  'swift1/Package.resolved': [
    JSON.stringify(
      {
        object: {
          pins: [
            {
              package: 'One',
              repositoryURL: 'https://github.com/s/one',
              state: { branch: null, version: '1.2.3' },
            },
            { package: 'Two', repositoryURL: 'ssh://git@github.com/s/two.git', state: { version: '2.0.0' } },
          ],
        },
        version: 1,
      },
      null,
      1,
    ),
    ['github.com/s/one 1.2.3', 'github.com/s/two 2.0.0'],
  ],
  'pods/Podfile.lock': [
    'PODS:\n  - one (1.2.3):\n    - two/Core (~> 2.0)\n  - two/Core (2.0.0)\n\nDEPENDENCIES:\n  - one (~> 1.0)\n\nSPEC REPOS:\n  trunk:\n    - one\n',
    ['one 1.2.3 direct', 'two 2.0.0'],
  ],
};

describe('dependency files', () => {
  it.each(Object.entries(files))(
    '%s lists its packages with versions and dependents',
    (path, [text, expected]) => {
      const found = collectDependencyFiles(createFileLookup(entriesOf({ [path]: text })));
      expect(found.map((file) => file.error)).toEqual([null]);
      const { packages } = reportDependencies(found, openSeed());
      const told = packages.map(
        (one) => `${one.name} ${one.version}${one.isDirect ? ' direct' : ''}${one.isDev ? ' dev' : ''}`,
      );
      expect(told.sort()).toEqual([...expected].sort());
      for (const one of packages) {
        const [word = ''] = one.name
          .replace(/^.*[/:]/, '')
          .toLowerCase()
          .replace('fork', 'one')
          .split('-');
        expect(text.split('\n')[one.line - 1]?.toLowerCase()).toContain(word);
      }
    },
  );

  it('that are invalid are reported as unread, and the others are still read', async () => {
    const input = await reviewInput({
      'package.json': '{ "dependencies": {',
      'requirements.txt': 'pyyaml==5.3\n',
    });
    const { findings } = await supplyChainAgent.run(input);
    expect(findings.map((one) => one.ruleId).sort()).toEqual([
      'supply-chain/unreadable-file',
      'supply-chain/vulnerable-package',
    ]);
  });
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function osvStore(records: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'osv-'));
  folders.push(folder);
  for (const [index, record] of records.entries())
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(record));
  return folder;
}

const record = (id: string, name: string, events: object[], more: object = {}) => ({
  id,
  modified: '2026-01-02T03:04:05Z',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }], ...more }],
  database_specific: { severity: 'HIGH' },
});

describe('an advisory store', () => {
  it('matches exactly the versions in its ranges', async () => {
    const store = osvStore([
      record('A-1', 'one', [
        { introduced: '0' },
        { fixed: '1.2.0' },
        { introduced: '2.0.0' },
        { fixed: '2.1.0' },
      ]),
      record('A-2', 'one', [{ introduced: '1.0.0' }, { last_affected: '1.3.0' }]),
      { ...record('A-3', 'one', [{ introduced: '0' }]), withdrawn: '2026-01-01T00:00:00Z' },
      { ...record('A-4', 'one', [{ introduced: '0' }, { fixed: '1.2.0' }]), aliases: ['A-1'] },
    ]);
    const advisoriesAt = async (version: string) => {
      const input = await reviewInput(
        { 'package.json': JSON.stringify({ dependencies: { one: version } }) },
        { advisoryDbPath: store },
      );
      const { findings } = await supplyChainAgent.run(input);
      const hit = findings.find((one) => one.package);
      return hit && [hit.package?.advisories.sort(), hit.package?.fixedVersion];
    };
    expect(await advisoriesAt('0.9.0')).toEqual([['A-1'], '1.2.0']);
    expect(await advisoriesAt('1.1.9')).toEqual([['A-1', 'A-2'], null]);
    expect(await advisoriesAt('1.3.0')).toEqual([['A-2'], null]);
    expect(await advisoriesAt('1.3.1')).toBeUndefined();
    expect(await advisoriesAt('2.0.0')).toEqual([['A-1'], '2.1.0']);
    expect(await advisoriesAt('2.1.0')).toBeUndefined();
  });

  it('reports its size and age, and that the included list is not complete', async () => {
    const store = osvStore([record('A-1', 'one', [{ introduced: '0' }])]);
    const known = await reviewInput({ 'package.json': '{}' }, { advisoryDbPath: store });
    expect(known.dependencies.advisoryDb).toMatchObject({ source: 'store', advisories: 1 });
    const seeded = await reviewInput({ 'package.json': '{}' });
    expect(seeded.dependencies.advisoryDb.source).toBe('seed');
    expect(seeded.dependencies.advisoryDb.ageDays).toBeGreaterThan(0);
  });
});

describe('the included list', () => {
  it('knows Log4Shell by version', async () => {
    const pom = (version: string) =>
      `<project><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId><version>${version}</version></dependency></dependencies></project>`;
    const vulnerable = await supplyChainAgent.run(await reviewInput({ 'pom.xml': pom('2.14.1') }));
    expect(vulnerable.findings[0]).toMatchObject({
      severity: 'critical',
      package: { fixedVersion: '2.17.0' },
    });
    const clean = await supplyChainAgent.run(await reviewInput({ 'pom.xml': pom('2.17.0') }));
    expect(clean.findings.filter((one) => one.package)).toEqual([]);
  });

  it('reports a range only if no version in it is unaffected', async () => {
    const findingsFor = async (range: string) =>
      (
        await supplyChainAgent.run(
          await reviewInput({ 'package.json': JSON.stringify({ dependencies: { handlebars: range } }) }),
        )
      ).findings.filter((one) => one.package).length;
    expect(await findingsFor('~4.5.0')).toBe(1);
    expect(await findingsFor('^4.5.0')).toBe(0);
  });
});
