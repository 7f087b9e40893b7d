interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export function removeDevelopmentFiles(modules: string): number;
export function removeOptionalPeers(root: string, lock: { packages: Record<string, LockedPackage> }): number;
