import { isCopiedLibrary, parseCopiedLibrary } from './copied-library.ts';
import { parsePackagesConfig, parsePackagesLock, parseProjectFile } from './dotnet.ts';
import { parseGoMod, parseGoSum } from './go.ts';
import { parseGradleBuild, parseGradleLockfile, parsePom, parseVersionCatalog } from './jvm.ts';
import { parseBunLock, parsePackageJson, parsePackageLock, parsePnpmLock, parseYarnLock } from './npm.ts';
import {
  parseCargoToml,
  parseComposerJson,
  parseComposerLock,
  parseGemfile,
  parseGemfileLock,
  parsePubspec,
  parsePubspecLock,
} from './other-ecosystems.ts';
import type { ParseFile } from './parsed-package.ts';
import { parsePipfile, parsePipfileLock, parsePyproject, parseRequirements } from './python.ts';
import { parseSbt } from './sbt.ts';
import { parsePackageResolved, parsePackageSwift, parsePodfileLock } from './swift.ts';
import { parseCargoLock, parseTomlLock } from './toml-lock.ts';

/** A kind of file with packages. */
export interface DependencyFormat {
  ecosystem: string;
  /** `copy`: the package itself is in the application. */
  kind: 'manifest' | 'lockfile' | 'copy';
  /** Tests the whole path. */
  matches: { test(path: string): boolean };
  parse: ParseFile;
}

const at = (name: string) => new RegExp(`(?:^|/)${name}$`);

/** All formats that are read: manifests and lockfiles of more than ten package managers. */
export const dependencyFormats: readonly DependencyFormat[] = [
  { ecosystem: 'npm', kind: 'manifest', matches: at('package\\.json'), parse: parsePackageJson },
  {
    ecosystem: 'npm',
    kind: 'lockfile',
    matches: at('(?:package-lock|npm-shrinkwrap)\\.json'),
    parse: parsePackageLock,
  },
  { ecosystem: 'npm', kind: 'lockfile', matches: at('yarn\\.lock'), parse: parseYarnLock },
  { ecosystem: 'npm', kind: 'lockfile', matches: at('pnpm-lock\\.ya?ml'), parse: parsePnpmLock },
  { ecosystem: 'npm', kind: 'lockfile', matches: at('bun\\.lock'), parse: parseBunLock },
  {
    ecosystem: 'PyPI',
    kind: 'manifest',
    matches: /(?:^|\/)(?:[\w.-]*requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)$/,
    parse: parseRequirements,
  },
  { ecosystem: 'PyPI', kind: 'manifest', matches: at('pyproject\\.toml'), parse: parsePyproject },
  { ecosystem: 'PyPI', kind: 'manifest', matches: at('Pipfile'), parse: parsePipfile },
  { ecosystem: 'PyPI', kind: 'lockfile', matches: at('Pipfile\\.lock'), parse: parsePipfileLock },
  { ecosystem: 'PyPI', kind: 'lockfile', matches: at('(?:poetry|uv|pdm)\\.lock'), parse: parseTomlLock },
  { ecosystem: 'Go', kind: 'lockfile', matches: at('go\\.mod'), parse: parseGoMod },
  { ecosystem: 'Go', kind: 'lockfile', matches: at('go\\.sum'), parse: parseGoSum },
  { ecosystem: 'crates.io', kind: 'manifest', matches: at('Cargo\\.toml'), parse: parseCargoToml },
  { ecosystem: 'crates.io', kind: 'lockfile', matches: at('Cargo\\.lock'), parse: parseCargoLock },
  { ecosystem: 'RubyGems', kind: 'manifest', matches: at('Gemfile'), parse: parseGemfile },
  { ecosystem: 'RubyGems', kind: 'lockfile', matches: at('Gemfile\\.lock'), parse: parseGemfileLock },
  { ecosystem: 'Packagist', kind: 'manifest', matches: at('composer\\.json'), parse: parseComposerJson },
  { ecosystem: 'Packagist', kind: 'lockfile', matches: at('composer\\.lock'), parse: parseComposerLock },
  { ecosystem: 'Maven', kind: 'manifest', matches: at('pom\\.xml'), parse: parsePom },
  { ecosystem: 'Maven', kind: 'manifest', matches: at('build\\.gradle(?:\\.kts)?'), parse: parseGradleBuild },
  {
    ecosystem: 'Maven',
    kind: 'manifest',
    matches: at('[\\w.-]+\\.versions\\.toml'),
    parse: parseVersionCatalog,
  },
  { ecosystem: 'Maven', kind: 'lockfile', matches: at('gradle\\.lockfile'), parse: parseGradleLockfile },
  {
    ecosystem: 'NuGet',
    kind: 'manifest',
    matches: /\.(?:cs|fs|vb)proj$|(?:^|\/)Directory\.(?:Packages|Build)\.props$/,
    parse: parseProjectFile,
  },
  { ecosystem: 'NuGet', kind: 'manifest', matches: at('packages\\.config'), parse: parsePackagesConfig },
  { ecosystem: 'NuGet', kind: 'lockfile', matches: at('packages\\.lock\\.json'), parse: parsePackagesLock },
  { ecosystem: 'Pub', kind: 'manifest', matches: at('pubspec\\.ya?ml'), parse: parsePubspec },
  { ecosystem: 'Pub', kind: 'lockfile', matches: at('pubspec\\.lock'), parse: parsePubspecLock },
  {
    ecosystem: 'Maven',
    kind: 'manifest',
    matches: /(?:^|\/)(?:build|project\/[\w.-]+)\.sbt$|(?:^|\/)project\/Dependencies\.scala$/,
    parse: parseSbt,
  },
  { ecosystem: 'SwiftURL', kind: 'manifest', matches: at('Package\\.swift'), parse: parsePackageSwift },
  { ecosystem: 'SwiftURL', kind: 'lockfile', matches: at('Package\\.resolved'), parse: parsePackageResolved },
  { ecosystem: 'CocoaPods', kind: 'lockfile', matches: at('Podfile\\.lock'), parse: parsePodfileLock },
  { ecosystem: 'npm', kind: 'copy', matches: { test: isCopiedLibrary }, parse: parseCopiedLibrary },
];

/** The format of a path, or undefined if such a file has no packages. */
export function dependencyFormatOf(path: string): DependencyFormat | undefined {
  return dependencyFormats.find((format) => format.matches.test(path));
}
