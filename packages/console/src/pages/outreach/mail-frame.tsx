import { useMemo } from 'react';
import { pageNonce } from '../../app/page-nonce.ts';

/**
 * A mail as a reader's program displays it, in an inert frame: no scripts, no forms, an origin of its own,
 * and no requests, so that no image tells the sender it was viewed. The page's CSP forbids inline styles; the
 * mail's styles are collected in one style sheet instead.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const source = useMemo(() => asFrameSource(html), [html]);
  return <iframe className="mail-frame" title={title} sandbox="" srcDoc={source} />;
}

const REMOVED_ELEMENTS = 'script,link,meta,base,iframe,object,embed,form,video,audio,template,svg,math';

function asFrameSource(html: string): string {
  // The parser would apply the page's CSP to every style.
  const parsed = new DOMParser().parseFromString(
    html
      .replaceAll(/<(\/?)style\b/gi, '<$1x-style')
      .replaceAll(/(<[^<>]*?\s)style(\s*=)/gi, '$1data-style$2'),
    'text/html',
  );
  for (const element of parsed.querySelectorAll(REMOVED_ELEMENTS)) element.remove();
  const rules: string[] = [];
  for (const element of parsed.querySelectorAll('x-style')) {
    rules.push(element.textContent ?? '');
    element.remove();
  }
  for (const element of parsed.body.querySelectorAll('*')) clean(element, rules);
  clean(parsed.body, rules);
  const nonce = pageNonce();
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:`;
  const sheet = localOnly(rules.join('\n')).replaceAll('</', '<\\/');
  const own =
    'body{margin:12px;background:#fff;color:#111;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}';
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><style nonce="${nonce}">${own}${sheet}</style>${parsed.body.outerHTML}`;
}

/** Removes anything active or remote, and moves the element's inline style into the style sheet. */
function clean(element: Element, rules: string[]): void {
  for (const { name } of [...element.attributes]) {
    if (/^(on|style$|srcset|background|poster|ping|action|formaction)/i.test(name))
      element.removeAttribute(name);
  }
  const style = element.getAttribute('data-style');
  if (style !== null) {
    element.removeAttribute('data-style');
    const mark = String(rules.length);
    element.setAttribute('data-mark', mark);
    rules.push(`[data-mark="${mark}"]{${style.replaceAll(/[{}]/g, '')}}`);
  }
  const source = element.getAttribute('src');
  if (element.localName === 'img' && !source?.startsWith('data:')) {
    const words = element.ownerDocument.createElement('em');
    words.textContent = `[${element.getAttribute('alt') || 'Picture'}]`;
    element.replaceWith(words);
    return;
  }
  if (source !== null && !source.startsWith('data:')) element.removeAttribute('src');
  element.removeAttribute('href');
}

function localOnly(css: string): string {
  return css.replaceAll(/@import[^;]*;?/gi, '').replaceAll(/url\([^)]*\)/gi, 'none');
}
