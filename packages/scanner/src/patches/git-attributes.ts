import type { FileLookup } from '../types/file-entry.ts';

/**
 * Whether git converts the line endings of a file to \n before it compares: `text` or `eol` is set in a
 * `.gitattributes` in this folder or above. The last matching line of the nearest file counts.
 */
export function isNormalized(files: FileLookup, path: string): boolean {
  let text: string | undefined;
  let eol = false;
  const folders = path.split('/').slice(0, -1);
  for (let depth = 0; depth <= folders.length; depth++) {
    const folder = folders
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('');
    for (const line of (files.text(`${folder}.gitattributes`) ?? '').split('\n')) {
      const [pattern = '', ...attributes] = line.trim().split(/\s+/);
      if (pattern === '' || /^[#"!]/.test(pattern) || !fits(pattern, path.slice(folder.length))) continue;
      for (const attribute of attributes) {
        if (/^text(?:=auto)?$/.test(attribute)) text = 'set';
        else if (/^(?:-text|binary)$/.test(attribute)) text = 'unset';
        else if (attribute === '!text') text = undefined;
        else if (/^eol=(?:lf|crlf)$/.test(attribute)) eol = true;
        else if (/^[-!]eol$/.test(attribute)) eol = false;
      }
    }
  }
  return text === 'set' || (text === undefined && eol);
}

/** As in .gitignore: a pattern without a slash matches the name, one with a slash the path from its folder. */
function fits(pattern: string, path: string): boolean {
  const isPath = pattern.includes('/');
  const source = pattern.replace(/^\//, '').replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|\\[\]]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
  return new RegExp(`^${source}$`).test(isPath ? path : path.slice(path.lastIndexOf('/') + 1));
}
