import { BoundedRegex } from './bounded-regex.ts';
import type { OwnRule } from './rule-types.ts';

const compiled = new Map<string, BoundedRegex | null>();
const MAX_COUNT = 1_000;

/** Whether the `paths` of a rule include the file. Patterns work as in Semgrep and Git. */
export function appliesTo({ paths }: OwnRule, path: string): boolean {
  const matches = (glob: string) => globOf(glob)?.matchesStart(path) ?? false;
  return (paths.include.length === 0 || paths.include.some(matches)) && !paths.exclude.some(matches);
}

function globOf(glob: string): BoundedRegex | null {
  const known = compiled.get(glob);
  if (known !== undefined) return known;
  if (compiled.size >= MAX_COUNT) compiled.clear();
  let made: BoundedRegex | null = null;
  try {
    made = new BoundedRegex(expressionOf(glob));
  } catch {
    // Too long to be a path pattern.
  }
  compiled.set(glob, made);
  return made;
}

function expressionOf(glob: string): string {
  const isRooted = glob.startsWith('/');
  const body = glob.replace(/^\.?\//, '').replace(/\/$/, '');
  const parts = body.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return `^${isRooted ? '' : '(?:.*/)?'}${parts}(?:/.*)?\\z`;
}
