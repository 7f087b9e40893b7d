import { posix } from 'node:path';
import type { ConfigFile, DocumentKind, ManifestFile } from '../../types/project-files.ts';

type ManifestRow = [pattern: RegExp, ecosystem: string, kind: ManifestFile['kind'], format: string];

const manifests: ManifestRow[] = [
  [/^package\.json$/, 'npm', 'manifest', 'package.json'],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, 'npm', 'lockfile', 'package-lock.json'],
  [/^yarn\.lock$/, 'npm', 'lockfile', 'yarn.lock'],
  [/^pnpm-lock\.yaml$/, 'npm', 'lockfile', 'pnpm-lock.yaml'],
  [/^bun\.lock$/, 'npm', 'lockfile', 'bun.lock'],
  [/^(?:requirements[\w.-]*|constraints)\.(?:txt|in)$/, 'PyPI', 'manifest', 'requirements.txt'],
  [/^pyproject\.toml$/, 'PyPI', 'manifest', 'pyproject.toml'],
  [/^setup\.(?:py|cfg)$/, 'PyPI', 'manifest', 'setup.py'],
  [/^Pipfile$/, 'PyPI', 'manifest', 'Pipfile'],
  [/^Pipfile\.lock$/, 'PyPI', 'lockfile', 'Pipfile.lock'],
  [/^poetry\.lock$/, 'PyPI', 'lockfile', 'poetry.lock'],
  [/^uv\.lock$/, 'PyPI', 'lockfile', 'uv.lock'],
  [/^pom\.xml$/, 'Maven', 'manifest', 'pom.xml'],
  [/^build\.gradle(?:\.kts)?$/, 'Maven', 'manifest', 'build.gradle'],
  [/^gradle\.lockfile$/, 'Maven', 'lockfile', 'gradle.lockfile'],
  [/^libs\.versions\.toml$/, 'Maven', 'manifest', 'libs.versions.toml'],
  [/^go\.mod$/, 'Go', 'manifest', 'go.mod'],
  [/^go\.sum$/, 'Go', 'lockfile', 'go.sum'],
  [/\.(?:cs|fs|vb)proj$/, 'NuGet', 'manifest', 'csproj'],
  [/^Directory\.Packages\.props$/, 'NuGet', 'manifest', 'Directory.Packages.props'],
  [/^packages\.config$/, 'NuGet', 'manifest', 'packages.config'],
  [/^packages\.lock\.json$/, 'NuGet', 'lockfile', 'packages.lock.json'],
  [/^composer\.json$/, 'Packagist', 'manifest', 'composer.json'],
  [/^composer\.lock$/, 'Packagist', 'lockfile', 'composer.lock'],
  [/^Gemfile$/, 'RubyGems', 'manifest', 'Gemfile'],
  [/^Gemfile\.lock$/, 'RubyGems', 'lockfile', 'Gemfile.lock'],
  [/\.gemspec$/, 'RubyGems', 'manifest', 'gemspec'],
  [/^Cargo\.toml$/, 'crates.io', 'manifest', 'Cargo.toml'],
  [/^Cargo\.lock$/, 'crates.io', 'lockfile', 'Cargo.lock'],
];

export function manifestOf(path: string): ManifestFile | null {
  const name = posix.basename(path);
  const row = manifests.find(([pattern]) => pattern.test(name));
  return row === undefined ? null : { path, ecosystem: row[1], kind: row[2], format: row[3] };
}

/** `start` is needed to tell Kubernetes from other YAML. */
export function configOf(path: string, start: string): ConfigFile | null {
  const name = posix.basename(path);
  if (/^(?:Dockerfile|Containerfile)(?:[.-].*)?$|\.dockerfile$/i.test(name))
    return { path, kind: 'dockerfile' };
  if (name === '.dockerignore') return { path, kind: 'dockerignore' };
  if (/^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/i.test(name)) return { path, kind: 'compose' };
  if (/\.(?:tf|tfvars)$/.test(name)) return { path, kind: 'terraform' };
  if (isCi(path, name)) return { path, kind: 'ci' };
  if (/^\.env(?:\.|$)|\.env$/.test(name)) return { path, kind: 'env' };
  if (name === 'Chart.yaml' || /(?:^|\/)(?:charts?|helm)\/.*\.(?:ya?ml|tpl)$/.test(path))
    return { path, kind: 'helm' };
  if (
    /\.ya?ml$/.test(name) &&
    start.includes('apiVersion:') &&
    /^[^\S\n]*apiVersion:\s*\S/m.test(start) &&
    /^[^\S\n]*kind:\s*\S/m.test(start)
  )
    return { path, kind: 'kubernetes' };
  if (
    /^(?:nginx|httpd|haproxy|traefik|envoy|Caddyfile)[\w.-]*$/i.test(name) &&
    !/\.(?:js|ts|py|go|java|md)$/.test(name)
  )
    return { path, kind: 'proxy' };
  if (
    /^(?:application|bootstrap|appsettings|settings|config|web|default|production|development)[\w.-]*\.(?:ya?ml|properties|json|config|toml|ini|xml)$/i.test(
      name,
    )
  ) {
    return { path, kind: 'app_config' };
  }
  return null;
}

function isCi(path: string, name: string): boolean {
  return (
    /(?:^|\/)\.github\/(?:workflows|actions)\/.*\.ya?ml$/.test(path) ||
    /(?:^|\/)\.circleci\/config\.ya?ml$/.test(path) ||
    /^(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|\.drone|appveyor|cloudbuild)\.ya?ml$/.test(
      name,
    ) ||
    name === 'Jenkinsfile'
  );
}

export function documentOf(path: string, start: string): DocumentKind | null {
  const name = posix.basename(path).toLowerCase();
  if (/^readme(?:\.|$)/.test(name)) return 'readme';
  if (/^(?:licen[sc]e|copying|unlicense)(?:[.-]|$)/.test(name)) return 'license';
  if (/^(?:changelog|changes|history|release[-_]?notes|news)(?:\.|$)/.test(name)) return 'changelog';
  if (/^contributing(?:\.|$)/.test(name)) return 'contributing';
  if (/^security(?:\.|$)/.test(name) && !/\.(?:java|ts|js|py|go|cs|php|rb|kt|rs)$/.test(name))
    return 'security';
  if (/\.proto$/.test(name)) return 'proto';
  if (/\.(?:graphql|gql)$/.test(name)) return 'graphql';
  if (/\.(?:ya?ml|json)$/.test(name)) {
    // Plain substrings are faster than patterns anchored at any line.
    const mayBeOpenApi = start.includes('openapi') || start.includes('swagger');
    if (mayBeOpenApi && /^[^\S\n]*["']?(?:openapi|swagger)["']?\s*:\s*["']?[\d.]+/m.test(start))
      return 'openapi';
    return start.includes('asyncapi') && /^[^\S\n]*["']?asyncapi["']?\s*:/m.test(start) ? 'asyncapi' : null;
  }
  if (/(?:^|\/)(?:adr|adrs|decisions)\/[^/]+\.md$/i.test(path)) return 'adr';
  return /\.(?:md|mdx|rst|adoc|asciidoc)$/.test(name) ? 'other' : null;
}

/** Files that are read whatever their size, because they are needed completely. */
export function isAlwaysListed(path: string): boolean {
  return manifestOf(path) !== null || isCoverageReport(path);
}

export function isCoverageReport(path: string): boolean {
  const name = posix.basename(path);
  return /^(?:lcov\.info|.*\.lcov|coverage\.lcov|cobertura(?:-coverage)?\.xml|coverage\.xml|jacoco(?:TestReport)?\.xml|coverage\.out|cover\.out|c\.out|coverage-summary\.json)$/.test(
    name,
  );
}
