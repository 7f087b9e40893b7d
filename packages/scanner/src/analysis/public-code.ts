import { posix } from 'node:path';
import { auxiliaryPath, localPath } from '../read/files/aside-paths.ts';
import { asObject, asText, parseJsonObject } from '../read/json-values.ts';
import type { CallerSetting } from '../types/caller-setting.ts';
import type { IndexedFile } from '../types/file-facts.ts';

interface Application {
  files: readonly IndexedFile[];
  /** Files that answer requests. */
  served: ReadonlySet<string>;
  textOf: (path: string) => string | null;
}

/** A folder with a manifest, and whether it is published for others to call. */
interface Package {
  folder: string;
  isLibrary: boolean;
}

/** How packages of a language are described. */
interface Ecosystem {
  languages: RegExp;
  manifest: RegExp;
  /** Whether the manifest describes something that other programs call. */
  isLibrary: (text: string, folder: string, application: Application) => boolean;
}

const ecosystems: readonly Ecosystem[] = [
  { languages: /^(?:JavaScript|TypeScript|TSX|JSX)$/, manifest: /^package\.json$/, isLibrary: isNodeLibrary },
  {
    languages: /^Python$/,
    manifest: /^(?:pyproject\.toml|setup\.py|setup\.cfg)$/,
    isLibrary: (text, folder, { files }) =>
      /^[ \t]*\[(?:project|build-system|tool\.poetry|metadata)\b|\bsetup\s*\(/m.test(text) &&
      !files.some(({ path }) => path === posix.join(folder, 'manage.py')),
  },
  {
    languages: /^Go$/,
    manifest: /^go\.mod$/,
    isLibrary: (_, folder, { files }) =>
      !files.some(
        ({ path, functions }) =>
          posix.dirname(path) === folder &&
          path.endsWith('.go') &&
          functions.some(({ name }) => name === 'main'),
      ),
  },
  {
    languages: /^(?:Java|Kotlin|Scala)$/,
    manifest: /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
    isLibrary: (text) =>
      !/spring-boot-(?:maven|gradle)-plugin|org\.springframework\.boot|<packaging>(?:war|ear|pom)<|<mainClass>|\bmainClass\b|\bid[ (]*["'](?:application|war)["']|plugin:\s*["'](?:application|war)["']/.test(
        text,
      ),
  },
  {
    languages: /^PHP$/,
    manifest: /^composer\.json$/,
    isLibrary(text) {
      const { name, type = 'library' } = objectIn(text);
      return asText(name) !== null && type !== 'project';
    },
  },
  { languages: /^Ruby$/, manifest: /\.gemspec$/, isLibrary: () => true },
  {
    languages: /^Rust$/,
    manifest: /^Cargo\.toml$/,
    isLibrary: (_, folder, { files }) => files.some(({ path }) => path === posix.join(folder, 'src/lib.rs')),
  },
  {
    languages: /^C#$/,
    manifest: /\.csproj$/,
    isLibrary: (text) =>
      !/Sdk="Microsoft\.NET\.Sdk\.(?:Web|Worker|Razor)"|<OutputType>\s*(?:Win)?Exe/i.test(text),
  },
  {
    languages: /^Dart$/,
    manifest: /^pubspec\.yaml$/,
    isLibrary: (text) => !/^publish_to:\s*["']?none/m.test(text),
  },
];

/** Folders whose code other programs cannot, or should not, call. */
const closedFolder = /(?:^|\/)(?:internal|cmd|_vendor|third_party)\//;

/** Files whose exported functions other programs call, so that their arguments are unknown. */
export function publicPaths(application: Application, setting: CallerSetting): Set<string> {
  if (setting === 'off') return new Set();
  const open = application.files.filter(
    ({ path, kind, isTest, isVendored, isGenerated }) =>
      kind === 'code' && !isTest && !isVendored && !isGenerated && !auxiliaryPath.test(path),
  );
  if (setting === 'on') return new Set(open.map(({ path }) => path));
  const packages = new Map(ecosystems.map((one) => [one, packagesOf(one, application)]));
  return new Set(
    open.flatMap(({ path, language }) => {
      const ecosystem = ecosystems.find(({ languages }) => languages.test(language ?? ''));
      if (ecosystem === undefined || ecosystem.manifest.test(posix.basename(path))) return [];
      if (closedFolder.test(path) || localPath.test(path)) return [];
      return nearest(packages.get(ecosystem) ?? [], path)?.isLibrary ? [path] : [];
    }),
  );
}

/** Innermost first. A package that answers requests is a program. */
function packagesOf({ manifest, isLibrary, languages }: Ecosystem, application: Application): Package[] {
  const { files, served, textOf } = application;
  const packages: Package[] = [];
  for (const { path, isVendored } of files) {
    if (isVendored || !manifest.test(posix.basename(path)) || auxiliaryPath.test(path)) continue;
    const folder = posix.dirname(path);
    packages.push({ folder, isLibrary: isLibrary(textOf(path) ?? '', folder, application) });
  }
  packages.sort((a, b) => b.folder.length - a.folder.length);
  for (const { path, language } of files)
    if (served.has(path) && languages.test(language ?? '') && !auxiliaryPath.test(path))
      for (const one of packages) if (holds(one, path)) one.isLibrary = false;
  return packages;
}

function nearest(packages: readonly Package[], path: string): Package | undefined {
  return packages.find((one) => holds(one, path));
}

function holds({ folder }: Package, path: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

/** It declares an entry for others, and is not private. */
function isNodeLibrary(text: string): boolean {
  const { main, module, exports, types, browser, private: isPrivate, scripts } = objectIn(text);
  const isNamed = [main, module, exports, types, browser].some((one) => one !== undefined);
  return isNamed && isPrivate !== true && asObject(scripts).start === undefined;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return parseJsonObject(text);
  } catch {
    return {};
  }
}
