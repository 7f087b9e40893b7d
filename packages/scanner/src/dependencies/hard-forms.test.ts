import { describe, expect, it } from 'vitest';
import { entriesOf } from '../fixtures/review-input.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import { collectDependencyFiles } from './collect-packages.ts';

function packagesOf(files: Record<string, string>, path: string): string[] {
  const found = collectDependencyFiles(createFileLookup(entriesOf(files))).find((one) => one.path === path);
  expect(found?.error).toBeNull();
  return (found?.packages ?? []).map(
    (one) => `${one.name} ${one.version} ${one.origin}${one.isDev ? ' dev' : ''}`,
  );
}

describe('packages as real projects list them', () => {
  it('a Maven module gets versions and properties from its parents in the same archive', () => {
    const files = {
      'pom.xml':
        '<project><groupId>g</groupId><version>3.1.0</version><properties><jackson.version>2.9.8</jackson.version></properties><dependencyManagement><dependencies><dependency><groupId>com.f</groupId><artifactId>databind</artifactId><version>$' +
        '{jackson.version}</version></dependency></dependencies></dependencyManagement></project>',
      'libs/pom.xml':
        '<project><parent><groupId>g</groupId><artifactId>root</artifactId><version>3.1.0</version></parent><properties><log.version>2.14.1</log.version></properties></project>',
      'libs/api/pom.xml':
        '<project><parent><groupId>g</groupId><artifactId>libs</artifactId><version>3.1.0</version></parent><properties><jackson.version>2.9.10</jackson.version></properties><dependencies><dependency><groupId>com.f</groupId><artifactId>databind</artifactId></dependency><dependency><groupId>l</groupId><artifactId>core</artifactId><version>$' +
        '{log.version}</version></dependency><dependency><groupId>$' +
        '{project.groupId}</groupId><artifactId>own</artifactId><version>$' +
        '{project.version}</version></dependency></dependencies></project>',
    };
    expect(packagesOf(files, 'libs/api/pom.xml')).toEqual([
      'com.f:databind 2.9.10 registry',
      'l:core 2.14.1 registry',
      'g:own 3.1.0 registry',
    ]);
  });

  it('parents that refer to each other do not cause an endless loop', () => {
    const circle = '<project><parent><relativePath>../b/pom.xml</relativePath></parent></project>';
    const back = '<project><parent><relativePath>../a/pom.xml</relativePath></parent></project>';
    expect(packagesOf({ 'a/pom.xml': circle, 'b/pom.xml': back }, 'a/pom.xml')).toEqual([]);
  });

  it('a Gradle catalogue, and builds with group, name and version or with properties', () => {
    const files = {
      'gradle/libs.versions.toml':
        '[versions]\nktor = "2.3.1"\nstrict = { strictly = "1.9.0" }\n\n[libraries]\nktor-core = { module = "io.ktor:ktor-server-core", version.ref = "ktor" }\nslf4j = { group = "org.slf4j", name = "slf4j-api", version.ref = "strict" }\nguava = "com.google.guava:guava:30.0-jre"\nbom = { module = "a:b" }\n',
      'gradle.properties': 'logbackVersion=1.2.3\norg.gradle.parallel=true\n',
      'app/build.gradle':
        "def nettyVersion = '4.1.50.Final'\ndependencies {\n  implementation group: 'ch.qos.logback', name: 'logback-classic', version: logbackVersion\n  implementation \"io.netty:netty-all:$nettyVersion\"\n  testImplementation group: 'junit', name: 'junit', version: '4.12'\n  implementation libs.ktor.core\n}\n",
    };
    expect(packagesOf(files, 'gradle/libs.versions.toml')).toEqual([
      'io.ktor:ktor-server-core 2.3.1 registry',
      'org.slf4j:slf4j-api 1.9.0 registry',
      'com.google.guava:guava 30.0-jre registry',
      'a:b null registry',
    ]);
    expect(packagesOf(files, 'app/build.gradle')).toEqual([
      'ch.qos.logback:logback-classic 1.2.3 registry',
      'io.netty:netty-all 4.1.50.Final registry',
      'junit:junit 4.12 registry dev',
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      'Gemfile.lock',
      'GEM\n  specs:\n    nokogiri (1.13.1-x86_64-linux)\n    nokogiri (1.13.1-arm64-darwin)\n    rack (2.2.3.1)\n\nDEPENDENCIES\n  nokogiri\n',
      ['nokogiri 1.13.1 registry', 'rack 2.2.3.1 registry'],
    ],
    [
      'requirements.txt',
      '--index-url https://pypi.example.org/simple\nhttps://files.example.org/a-1.0-py3-none-any.whl\n./vendor/b-1.0.tar.gz\nc @ https://files.example.org/c-2.0.zip\nrequests[socks]==2.19.0 ; python_version >= "3" \\\n    --hash=sha256:aa\n',
      ['c null url', 'requests 2.19.0 registry'],
    ],
    [
      'yarn.lock',
      '# yarn lockfile v1\n\nisomorphic-git@^1.0.0:\n  version "1.8.1"\n\n"x@git+https://git.example.org/x.git":\n  version "0.1.0"\n\n"alias@npm:real@^4.0.0":\n  version "4.0.1"\n',
      ['isomorphic-git 1.8.1 registry', 'x 0.1.0 git', 'real 4.0.1 registry'],
    ],
    [
      'package-lock.json',
      '{"lockfileVersion":1,"dependencies":{"old":{"version":"npm:lodash@4.17.4"},"g":{"version":"git+ssh://git@x/y.git#1"}}}',
      ['lodash 4.17.4 registry'],
    ],
    [
      'poetry.lock',
      '[[package]]\nname = "black"\nversion = "22.1.0"\ngroups = ["dev"]\n\n[[package]]\nname = "flask"\nversion = "1.0"\ngroups = ["main", "dev"]\n',
      ['black 22.1.0 registry dev', 'flask 1.0 registry'],
    ],
    [
      'App.csproj',
      '<Project><PropertyGroup><JsonVersion>12.0.1</JsonVersion></PropertyGroup><ItemGroup><PackageReference Include=\'Newtonsoft.Json\' Version=\'$(JsonVersion)\' /><PackageReference Include="Dapper" Version="2.*" /></ItemGroup></Project>',
      ['Newtonsoft.Json 12.0.1 registry', 'Dapper null registry'],
    ],
    [
      'packages.config',
      '<packages>\n<package version="9.0.1" targetFramework="net472" id="Newtonsoft.Json" />\n</packages>',
      ['Newtonsoft.Json 9.0.1 registry'],
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\n\npackages:\n\n  '@babel/core@7.24.0(supports-color@8.1.1)':\n    resolution: {integrity: sha512-x}\n\n  lodash@4.17.20:\n    resolution: {integrity: sha512-y}\n",
      ['@babel/core 7.24.0 registry', 'lodash 4.17.20 registry'],
    ],
  ])('%s in unusual forms', (path, text, packages) => {
    expect(packagesOf({ [path]: text }, path)).toEqual(packages);
  });
});
