export { InvalidArchive } from './invalid-archive.ts';
export { type Archive, checkArchive, openArchive } from './open-archive.ts';
export type { SkippedEntry } from './read-directory.ts';
