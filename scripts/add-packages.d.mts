export function addPackages(root: string, installIn: (folder: string) => Promise<void>): Promise<void>;
