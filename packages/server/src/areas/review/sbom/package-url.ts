const types: Record<string, string> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  Go: 'golang',
  NuGet: 'nuget',
  Packagist: 'composer',
  RubyGems: 'gem',
  'crates.io': 'cargo',
  Pub: 'pub',
  SwiftURL: 'swift',
  CocoaPods: 'cocoapods',
};

/** The package URL (purl) of a package with OSV's names; undefined for an ecosystem without a purl type. */
export function packageUrl(ecosystem: string, name: string, version: string | null): string | undefined {
  const type = types[ecosystem];
  if (type === undefined) return undefined;
  const spelled = type === 'pypi' ? name.toLowerCase().replaceAll('_', '-') : name;
  const parts = type === 'maven' ? spelled.split(':') : spelled.split('/');
  const path = parts.map((part) => encodeURIComponent(part)).join('/');
  return `pkg:${type}/${path}${version === null ? '' : `@${encodeURIComponent(version)}`}`;
}
