import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './render-page.ts';

const folder = join(import.meta.dirname, '../../../../../docs');

/** The guides by name, read from where they lie beside the code; none where only the code was installed. */
export function readGuides(): Map<string, Document> {
  const names = listGuides();
  return new Map(
    names.map((name) => {
      const markdown = readFileSync(join(folder, name), 'utf8');
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

function listGuides(): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort();
  } catch {
    return [];
  }
}

/** The list of the guides, each with its first sentence. */
export function guideList(guides: ReadonlyMap<string, Document>): Document {
  const lines = [...guides].map(([name, { title, text }]) => {
    const [first = ''] = text.trim().split('\n\n');
    const [sentence] = first.replaceAll('\n', ' ').split(/(?<=[.])\s/);
    return `- [${title}](${name}.md): ${sentence}`;
  });
  return { title: 'Guides', text: lines.join('\n'), file: 'docs/guides.md' };
}
