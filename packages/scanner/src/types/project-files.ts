export interface ManifestFile {
  path: string;
  /** OSV's name: `npm`, `PyPI`, `Maven`, `Go`, `NuGet`, `Packagist`, `RubyGems`, `crates.io`. */
  ecosystem: string;
  kind: 'manifest' | 'lockfile';
  /** `package.json`, `package-lock.json`, `requirements.txt`, … */
  format: string;
}

export interface ConfigFile {
  path: string;
  kind:
    | 'dockerfile'
    | 'dockerignore'
    | 'compose'
    | 'kubernetes'
    | 'helm'
    | 'terraform'
    | 'ci'
    | 'env'
    | 'app_config'
    | 'proxy';
}

export type DocumentKind =
  | 'readme'
  | 'license'
  | 'changelog'
  | 'contributing'
  | 'security'
  | 'openapi'
  | 'asyncapi'
  | 'proto'
  | 'graphql'
  | 'adr'
  | 'other';
