import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './render-page.ts';
import type { MenuGroup } from './side-menu.ts';

const folder = join(import.meta.dirname, '../../../../../docs');

const patterns = ['*.md', 'deploy/*.md', 'runbooks/*.md'];

interface Shelf {
  title: string;
  /** The first guides, in reading order for a newcomer. */
  first: readonly string[];
  /** Names of further guides. */
  more?: RegExp;
}

/** The guides for users and operators of the service, grouped by task. */
const shelves: Shelf[] = [
  { title: 'Begin', first: ['concepts', 'webhooks', 'contracts', 'outreach', 'review'] },
  {
    title: 'Build with it',
    first: [
      'api',
      'sdk',
      'cli',
      'event-log',
      'receivers',
      'workflows',
      'pull-requests',
      'rules',
      'moving-over',
    ],
  },
  {
    title: 'Run it',
    first: [
      'secure',
      'keys',
      'people',
      'organizations',
      'backup',
      'monitoring',
      'metrics',
      'growing',
      'releases',
    ],
  },
  {
    title: 'Deploy it',
    first: ['deploy/image', 'deploy/compose', 'deploy/kubernetes', 'deploy/systemd'],
    more: /^deploy\//,
  },
  { title: 'When an alert fires', first: ['runbooks/README'], more: /^runbooks\// },
  { title: 'Look up', first: ['terms', 'dependencies'], more: /^[^/]+$/ },
];

/**
 * The guides by name (`webhooks`, `deploy/compose`, `runbooks/TriviumDown`), read from the folder next to the code.
 * Empty if only the code was installed.
 */
export function readGuides(): Map<string, Document> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).sort());
  return new Map(
    files.map((path) => {
      const name = path.replaceAll('\\', '/');
      const markdown = readFileSync(join(folder, path), 'utf8');
      const [heading = ''] = markdown.split('\n', 1);
      const document = {
        title: heading.replace(/^# /, ''),
        text: markdown.slice(heading.length),
        file: `docs/${name}`,
      };
      return [name.replace(/\.md$/, ''), document];
    }),
  );
}

type Guides = ReadonlyMap<string, Document>;

/** The list of the guides, each with its first sentence. */
export function guideList(guides: Guides): Document {
  const parts = shelved(guides).map(
    ({ title, own }) => `## ${title}\n${own.map(([, guide]) => describeGuide(guide)).join('\n')}`,
  );
  return { title: 'Guides', text: parts.join('\n\n'), file: 'docs/guides.md' };
}

/** The groups of guides, for the side menu; the list of all guides comes first. */
export function guideGroups(guides: Guides): MenuGroup[] {
  return shelved(guides).map(({ title, own }, index) => {
    const entries = own.map(([name, guide]) => ({ href: `/docs/guides/${name}`, title: guide.title }));
    const list = index === 0 ? [{ href: '/docs/guides', title: 'All guides' }] : [];
    return { title, entries: [...list, ...entries] };
  });
}

/** The guides for beginners, for the first page. */
export function firstGuides(guides: Guides): [name: string, guide: Document][] {
  return shelved(guides)[0]?.own ?? [];
}

function shelved(guides: Guides): { title: string; own: [string, Document][] }[] {
  const placed = new Set(shelves.flatMap(({ first }) => first));
  return shelves
    .map(({ title, first, more }) => {
      const named = first.flatMap((name): [string, Document][] => {
        const guide = guides.get(name);
        return guide === undefined ? [] : [[name, guide]];
      });
      return {
        title,
        own: [...named, ...[...guides].filter(([name]) => more?.test(name) && !placed.has(name))],
      };
    })
    .filter(({ own }) => own.length > 0);
}

function describeGuide(guide: Document): string {
  return `- [${guide.title}](${guide.file.replace(/^docs\//, '')}): ${firstSentence(guide)}`;
}

export function firstSentence({ text }: Document): string {
  const [first = ''] = text.trim().split('\n\n');
  const [sentence = ''] = first.replaceAll('\n', ' ').split(/(?<=[.])\s/);
  // Links in the sentence are relative to its own file.
  return sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
