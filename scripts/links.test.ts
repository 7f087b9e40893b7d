import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|data|\.git)$/.test(name),
}).map((path) => path.replaceAll('\\', '/'));

/** The text of a document without code, because links in examples are not checked. */
function readProse(path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
}

/** The anchors of a document's headings, as on GitHub and similar hosts. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of readProse(path).matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const repeats = [...anchors].filter((one) => one === anchor || one.startsWith(`${anchor}-`)).length;
    anchors.add(anchors.has(anchor) ? `${anchor}-${repeats}` : anchor);
  }
  return anchors;
}

/** What is wrong with a link in a document; undefined if its target exists. */
function judgeLink(path: string, target: string): string | undefined {
  const [place, anchor] = target.split('#') as [string, string | undefined];
  const file = place === '' ? path : posix.join(posix.dirname(path), place);
  if (file.startsWith('..')) return 'leaves the repository';
  if (!existsSync(join(root, file))) return 'no such file';
  if (anchor === undefined) return undefined;
  return anchorsOf(file).has(anchor) ? undefined : 'no such heading';
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(\s*(?!https?:|mailto:)([^)\s]+)\s*\)/g)].map(([, target = '']) => target);
}

const MIN_WORDS = 12;
const MAX_SHARE = 0.55;

/** Paragraphs that an earlier one of the same document says as well; rows of tables may be alike. */
function repeatsIn(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n|\n(?=[-*] |\d+\. )/).filter((part) => !part.startsWith('|'));
  const triples = paragraphs.map((part) => {
    const words = part.toLowerCase().match(/[a-z_]{2,}/g) ?? [];
    return new Set(
      words.length < MIN_WORDS ? [] : words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')),
    );
  });
  return paragraphs.filter((_, at) =>
    triples.slice(0, at).some((earlier) => {
      const own = triples[at] ?? new Set<string>();
      const common = [...own].filter((triple) => earlier.has(triple));
      return common.length > MAX_SHARE * Math.min(own.size, earlier.size);
    }),
  );
}

/** The documents that links lead to from one, over others; a link to a folder leads to all that lie in it. */
function reachedFrom(first: string): Set<string> {
  const reached = new Set([first]);
  for (const path of reached) {
    for (const target of linksOf(readProse(path))) {
      const place = posix.join(posix.dirname(path), target.split('#')[0] ?? '').replace(/\/$/, '');
      for (const file of files) if (file === place || posix.dirname(file) === place) reached.add(file);
    }
  }
  return reached;
}

describe('the documents', () => {
  test('link only to files and headings that there are', () => {
    expect(files.length).toBeGreaterThan(100);
    const broken = files.flatMap((path) =>
      linksOf(readProse(path)).flatMap((target) => {
        const fault = judgeLink(path, target);
        return fault === undefined ? [] : [`${path}: ${target}: ${fault}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('can each be found from README.md, over links', () => {
    const reached = reachedFrom('README.md');
    const meant = files.filter((path) => /^docs\/|^[^/]+$/.test(path) && !path.endsWith('TEMPLATE.md'));
    expect(meant.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('say nothing twice: no two paragraphs of one document have most of their words in common', () => {
    const twice = files
      .filter((path) => !path.startsWith('docs/reference/'))
      .flatMap((path) => repeatsIn(readProse(path)).map((text) => `${path}: ${text}`));
    expect(twice).toEqual([]);
    const text =
      'A dropped transaction is sent again, and a stuck one gets a higher fee under the same nonce';
    expect(repeatsIn(`${text}, always.\n\nSomething else.\n\n${text}, at once.`)).toHaveLength(1);
  });

  test('are judged: a link to nothing is found, with and without a heading', () => {
    expect(judgeLink('README.md', 'docs/no-such-guide.md')).toBe('no such file');
    expect(judgeLink('README.md', 'ARCHITECTURE.md#no-such-heading')).toBe('no such heading');
    expect(judgeLink('docs/terms.md', '../ARCHITECTURE.md#tiers')).toBeUndefined();
  });
});

describe('routes that guides name', () => {
  const { paths } = JSON.parse(readFileSync(join(root, 'packages/server/openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  const known = new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
    ),
  );

  /** Replaces each parameter of a path by `*`, because documents may give them other names: `:id`, `{id}`, `<id>`. */
  function withoutNames(path: string): string {
    return path.replaceAll(/:[A-Za-z_]+|\{[^}]+\}|<[^>]+>/g, '*');
  }

  test('are those of the API', () => {
    const named = files
      .filter((path) => /^[^/]+$|^docs\/(?!reference|decisions)/.test(path))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const found = text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/(?!docs\b)[^`?…]*)[^`]*`/g);
        return [...found].map(([, method = '', path = '']) => {
          const whole = /^\/(v1\/|readyz|livez|metrics|openapi)/.test(path) ? path : `/v1${path}`;
          return { file, route: `${method} ${withoutNames(whole)}` };
        });
      });
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ route }) => !known.has(route))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const decisions = files.filter((path) => /^docs\/decisions\/\d{4}-/.test(path)).toSorted();

  test('are listed, each by its number and title', () => {
    const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8').replace(/\n\s+/g, ' ');
    expect(decisions.length).toBeGreaterThan(10);
    for (const path of decisions) {
      const [, number, title] = /^# (\d{4}): (.+)$/m.exec(readProse(path)) ?? [];
      expect(path).toContain(`/${number}-`);
      expect(index).toContain(`- [${number}](${posix.basename(path)}): ${title}.`);
    }
  });

  test.each(decisions)('%s has the parts of the template', (path) => {
    const headings = (file: string) => readProse(file).match(/^## .+$/gm);
    expect(headings(path)).toEqual(headings('docs/decisions/TEMPLATE.md'));
  });
});
