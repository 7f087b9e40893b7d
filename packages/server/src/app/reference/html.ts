import { Marked } from 'marked';
import { escapeHtml, escapeText } from '../../kit/escape-html.ts';

const inline = new Marked();
// A URL in a text is an example, not a link.
inline.use({ tokenizer: { url: () => undefined } });

/** A sentence of Markdown as HTML. Only for our own texts, which are trusted. */
export function textOf(markdown: string): string {
  return inline.parseInline(markdown, { async: false });
}

/** Paragraphs of Markdown as HTML. */
export function paragraphsOf(markdown: string): string {
  return inline.parse(markdown, { async: false });
}

/** Preformatted text that can be scrolled by keyboard. */
export function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeText(text)}</code></pre>`;
}

/** The same anchors as on GitHub and similar hosts. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
