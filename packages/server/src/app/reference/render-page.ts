import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../kit/escape-html.ts';
import { anchorOf } from './html.ts';

/** The parts of a document that a page shows. */
export interface Document {
  title: string;
  /** Markdown. */
  text: string;
  /** Its file in the repository, such as `docs/reference/errors.md`. Its links are relative to it. */
  file: string;
}

const sections = [
  ['/docs', 'API'],
  ['/docs/guides', 'Guides'],
  ['/docs/events', 'Events'],
  ['/docs/errors', 'Errors'],
  ['/docs/settings', 'Settings'],
  ['/docs/limits', 'Limits'],
  ['/docs/rules', 'Rules'],
] as const;

/** Renders a page of a document. The documents are our own, so their text is trusted. */
export function renderPage({ title, text, file }: Document, address: string, menu: string): string {
  const main = markdownOf(file).parse(`# ${title}\n\n${text}`, { async: false });
  return renderFrame({ title: title.replaceAll('`', ''), address, menu, main });
}

export interface Frame {
  title: string;
  address: string;
  /** HTML of the side menu. */
  menu: string;
  /** HTML. */
  main: string;
}

/** A complete HTML page that loads nothing from other servers and can be read without scripts. */
export function renderFrame({ title, address, menu, main }: Frame): string {
  const links = sections.map(([href, name]) => {
    const isHere =
      href === '/docs'
        ? /^\/docs(\/api\/|$)/.test(address)
        : address === href || address.startsWith(`${href}/`);
    return `<a href="${href}"${isHere ? ' aria-current="true"' : ''}>${name}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Trivium</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/browser/page.css">
<link rel="stylesheet" href="/docs/browser/menu.css">
<link rel="stylesheet" href="/docs/browser/api.css">
<link rel="stylesheet" href="/docs/browser/search.css">
<script type="module" src="/docs/browser/start.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header><nav aria-label="Documentation"><strong>Trivium</strong>${links.join('')}<button type="button" class="search" hidden>Search <kbd>/</kbd></button></nav></header>
<div class="frame with-menu">
<nav class="menu" aria-label="Pages"><details open><summary>Menu</summary>${menu}</details></nav>
<main id="main">
${main}</main>
</div>
</body>
</html>
`;
}

function markdownOf(file: string): Marked {
  const marked = new Marked();
  marked.use({
    // A URL in a text is an example, not a link.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ depth, tokens, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = servedAddress(href, file);
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      // Focusable, so that long lines can be scrolled by keyboard.
      code({ text, lang }: Tokens.Code) {
        const language = lang ? ` class="language-${escapeHtml(lang)}"` : '';
        return `<pre tabindex="0"><code${language}>${escapeHtml(text)}\n</code></pre>\n`;
      },
      // Wide tables scroll on their own; the page does not.
      table(token: Tokens.Table) {
        const rows = [token.header, ...token.rows].map((row, index) => {
          const tag = index === 0 ? 'th' : 'td';
          const cells = row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`);
          return `<tr>${cells.join('')}</tr>`;
        });
        const [head, ...body] = rows;
        const isHeadless = token.header.every(({ text }) => text === '');
        return `<div class="table" tabindex="0"><table>${isHeadless ? '' : `<thead>${head}</thead>`}<tbody>${body.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  return marked;
}

/** Where the service shows the target of a link in a file; undefined if it does not show it. */
export function servedAddress(href: string, file: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const reference = /^docs\/reference\/(.+)\.md$/.exec(target);
  if (reference !== null) return `/docs/${reference[1]}${hash}`;
  const guide = /^docs\/((?:deploy\/|runbooks\/)?[^/]+)\.md$/.exec(target);
  return guide === null ? undefined : `/docs/guides/${guide[1]}${hash}`;
}
