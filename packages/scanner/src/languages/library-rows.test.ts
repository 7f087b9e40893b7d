import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SinkRule } from '../flow/language-model.ts';
import { librarySinks as csharp } from './csharp/library/csharp-libraries.ts';
import { librarySinks as go } from './go/library/go-libraries.ts';
import { librarySinks as java } from './java/library/java-libraries.ts';
import { librarySinks as php } from './php/library/php-libraries.ts';
import { librarySinks as python } from './python/library/python-libraries.ts';
import { librarySinks as ruby } from './ruby/library/ruby-libraries.ts';

const rows: readonly [language: string, rows: readonly SinkRule[]][] = Object.entries({
  csharp,
  go,
  java,
  php,
  python,
  ruby,
});

/** The lines of a language's marked examples. */
function linesOf(language: string): string[] {
  const root = join(import.meta.dirname, language, 'examples');
  return globSync('**/*.txt', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8').split('\n'),
  );
}

describe('rows about packages', () => {
  test.each(rows)('%s: each row has a line in the examples that it finds', (language, sinks) => {
    const lines = linesOf(language);
    const bare = sinks.filter(
      ({ name, kind }) =>
        !name.split(' ').some((one) => lines.some((line) => line.includes(one) && line.includes(`!${kind}`))),
    );
    expect(bare.map(({ name, kind }) => `${kind}: ${name}`)).toEqual([]);
  });
});
