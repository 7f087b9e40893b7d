import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './render-page.ts';
import type { MenuGroup } from './side-menu.ts';

const folder = join(import.meta.dirname, '../../../../../docs');

/** What of the folder is for who uses and runs the service, each with the heading of its part in the list. */
const shelves: [heading: string, pattern: string, isOf: RegExp][] = [
  ['Use it', '*.md', /^[^/]+$/],
  ['Deploy it', 'deploy/*.md', /^deploy\//],
  ['When an alert fires', 'runbooks/*.md', /^runbooks\//],
];

/**
 * The guides by name (`webhooks`, `deploy/compose`, `runbooks/TriviumDown`), read from where they lie beside the code; none
 * where only the code was installed.
 */
export function readGuides(): Map<string, Document> {
  const files = shelves.flatMap(([, pattern]) => globSync(pattern, { cwd: folder }).sort());
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

/** The list of the guides, each with its first sentence. */
export function guideList(guides: ReadonlyMap<string, Document>): Document {
  const parts = shelves.map(([heading, , isOf]) => {
    const own = [...guides].filter(([name]) => isOf.test(name));
    return own.length === 0 ? '' : `## ${heading}\n${own.map(describeGuide).join('\n')}`;
  });
  return { title: 'Guides', text: parts.join('\n\n'), file: 'docs/guides.md' };
}

/** The shelves of the guides for the menu at the side; their list stands first. */
export function guideGroups(guides: ReadonlyMap<string, Document>): MenuGroup[] {
  return shelves.map(([title, , isOf], index) => {
    const own = [...guides].filter(([name]) => isOf.test(name));
    const entries = own.map(([name, guide]) => ({ href: `/docs/guides/${name}`, title: guide.title }));
    const list = index === 0 ? [{ href: '/docs/guides', title: 'All guides' }] : [];
    return { title, entries: [...list, ...entries] };
  });
}

function describeGuide([name, { title, text, file }]: [string, Document]): string {
  const [first = ''] = text.trim().split('\n\n');
  const [sentence] = first.replaceAll('\n', ' ').split(/(?<=[.])\s/);
  // Links of the sentence are meant from its own file.
  const said = sentence?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return `- [${title}](${file.replace(/^docs\//, '')}): ${said ?? name}`;
}
