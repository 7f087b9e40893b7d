export function findVersions(): Record<string, string | undefined>;
export function findNotes(version: string): string | undefined;
