import { findInCode, type ReadinessFacts } from './check.ts';

export function inMemorySession(facts: ReadinessFacts) {
  return findInCode(
    facts,
    /\bMemoryStore\b|\b(?:express-)?session\s*\(\s*\{(?![^}]{0,600}\bstore\b)[^}]{0,600}\bsecret\b/,
  ).slice(0, 2);
}

export function localWrites(facts: ReadinessFacts) {
  return findInCode(
    facts,
    /\bmulter\.diskStorage\b|\bdest\s*:\s*['"]\.?\/?(?:uploads?|tmp|public)|\bmove_uploaded_file\b|\.save\s*\(\s*os\.path\.join|MEDIA_ROOT\s*=|sqlite:\/\/\/|sqlite3\.connect\s*\(\s*["'](?!:memory)|new\s+Database\s*\(\s*['"][^'":]+\.(?:db|sqlite)/,
  ).slice(0, 3);
}
