import { Marked } from 'marked';
import { escapeHtml, escapeText } from '../../kit/escape-html.ts';

const inline = new Marked();
// An address in a text is an example, not a link.
inline.use({ tokenizer: { url: () => undefined } });

/** A sentence of Markdown as HTML; our own texts, which are trusted. */
export function textOf(markdown: string): string {
  return inline.parseInline(markdown, { async: false });
}

/** Paragraphs of Markdown as HTML. */
export function paragraphsOf(markdown: string): string {
  return inline.parse(markdown, { async: false });
}

/** Text in lines as it is, which can be moved by keyboard and copied. */
export function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeText(text)}</code></pre>`;
}

/** As the well-known hosts of Markdown make them. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
