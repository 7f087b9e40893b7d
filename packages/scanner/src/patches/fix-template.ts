import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';
import { isIntendedMarkup } from './markup-intent.ts';

/** How each template language inserts a value without escaping, and the escaped form. */
const forms: readonly [RegExp, RegExp, string][] = [
  [/\.(?:ejs|html)$/i, /^<%-(?!\s*include)/, '<%='],
  [/\.(?:hbs|handlebars|mustache|html)$/i, /^\{\{\{([^{}]{1,200})\}\}\}/, '{{$1}}'],
  [
    /\.(?:html?|j2|jinja2?|twig|njk|liquid)$/i,
    /^(\{\{-?[^{}|]{1,200}?)\s*\|\s*(?:safe|raw)(?=\s*-?\}\})/,
    '$1',
  ],
  [/\.(?:pug|jade)$/i, /^!(\{[^{}\n]{1,200}\})/, '#$1'],
  [/\.(?:pug|jade)$/i, /^(\s*[\w.#-]*)!=/, '$1='],
  [/\.blade\.php$/i, /^\{!!([^{}]{1,200}?)!!\}/, '{{$1}}'],
  [/\.erb$/i, /^<%==/, '<%='],
  [/\.erb$/i, /^<%=\s*raw\(\s*([^()%]{1,200})\)\s*%>/, '<%= $1 %>'],
  [/\.erb$/i, /^<%=\s*raw\s+([^()%]{1,200}?)\s*%>/, '<%= $1 %>'],
  [/\.erb$/i, /^(<%=[^%]{1,200})\.html_safe(?=\s*%>)/, '$1'],
  [/\.cshtml$/i, /^@Html\.Raw\(([^()]{1,200})\)/, '@($1)'],
  [/\.html?$/i, /^th:utext\b/, 'th:text'],
  [/\.php$/i, /^<\?=\s*(\$_\w+\[[^\]]+\])/, '<?= htmlspecialchars($1, ENT_QUOTES)'],
  [/\.php$/i, /^echo\s+(\$_\w+\[[^\]]+\])/, 'echo htmlspecialchars($1, ENT_QUOTES)'],
  [/\.(?:vue|html?)$/i, /^v-html(?=\s*=)/, 'v-text'],
  [/\.svelte$/i, /^\{@html\s+/, '{'],
  [/\.astro$/i, /^set:html(?=\s*=)/, 'set:text'],
  [/\.(?:aspx|ascx|master)$/i, /^<%[=#](?=\s*Request\b)/, '<%:'],
  [/\.(?:ftl|ftlh)$/i, /^(\$\{[^{}]{1,160})\?no_esc(?=\s*\})/, '$1'],
  [/\.(?:mako|html?)$/i, /^(\$\{[^{}|]{1,160}?)\s*\|\s*n(?=\s*\})/, '$1'],
];

/** Escapes the value at the finding's place in a template. */
export function fixTemplate(site: FixSite): Edit[] | undefined {
  const { finding, text, start } = site;
  const at = start + finding.column - 1;
  for (const [files, pattern, replacement] of forms) {
    if (!files.test(finding.file)) continue;
    const code = text.slice(at, at + 400);
    const [found] = pattern.exec(code) ?? [];
    if (found === undefined) continue;
    if (isIntendedMarkup(site, at, found)) return undefined;
    // Replaces it in the whole text, because the pattern also matches what follows.
    const replaced = code.replace(pattern, replacement);
    const kept = code.length - found.length;
    return [
      {
        file: finding.file,
        start: at,
        end: at + found.length,
        replacement: replaced.slice(0, replaced.length - kept),
      },
    ];
  }
  return undefined;
}
