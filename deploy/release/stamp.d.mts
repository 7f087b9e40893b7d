export const placeholders: { repository: string; maintainer: string };
export const stampedFiles: string[];
export const stampedManifests: string[];
export function stamp(
  folder: string,
  names: { repository: string; maintainer?: string | undefined; server?: string | undefined },
): void;
