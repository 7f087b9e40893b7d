export function removeSpareFiles(folder: string): number;
export function remove(path: string): number;
