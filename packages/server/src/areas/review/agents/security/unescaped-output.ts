import type { AgentInput } from '../../contract.ts';
import type { FindingDraft } from '../core/finding-draft.ts';
import { exposureOf } from '../core/source-view.ts';

interface OutputForm {
  files: RegExp;
  /** Group 1 is the expression. */
  pattern: RegExp;
  cure: string;
}

/** How template languages put a value into a page as it is. */
const forms: readonly OutputForm[] = [
  { files: /\.ejs$|\.html$/i, pattern: /<%-\s*([^%]+?)\s*-?%>/g, cure: 'Use <%= … %>, which escapes.' },
  {
    files: /\.(?:hbs|handlebars|mustache|html)$/i,
    pattern: /\{\{\{\s*([^}]+?)\s*\}\}\}/g,
    cure: 'Use {{ … }}, which escapes.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk|liquid)$/i,
    pattern: /\{\{-?\s*([^}|]+?)\s*\|\s*(?:safe|raw)\b[^}]*\}\}/g,
    cure: 'Leave the filter away.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk)$/i,
    pattern: /\{%-?\s*autoescape\s+(false|off)\b/g,
    cure: 'Leave escaping on.',
  },
  {
    files: /\.(?:pug|jade)$/i,
    pattern: /(?:^\s*[\w.#-]*!=\s*|!\{)([^}\n]+)/gm,
    cure: 'Use = or #{ … }, which escape.',
  },
  { files: /\.blade\.php$/i, pattern: /\{!!\s*(.+?)\s*!!\}/g, cure: 'Use {{ … }}, which escapes.' },
  {
    files: /\.erb$/i,
    pattern: /<%==\s*([^%]+?)\s*%>|<%=\s*(?:raw[\s(]+)([^%)]+?)\)?\s*%>|<%=\s*([^%]+?)\.html_safe\s*%>/g,
    cure: 'Leave raw and html_safe away.',
  },
  {
    files: /\.cshtml$/i,
    pattern: /@Html\.Raw\(\s*([^)]+?)\s*\)/g,
    cure: 'Write the value with @, which escapes.',
  },
  {
    files: /\.(?:html?|jsp|jspx)$/i,
    pattern: /\bth:utext\s*=\s*"([^"]+)"|<%=\s*(request\.get(?:Parameter|Header)\([^%]+?)\s*%>/g,
    cure: 'Use th:text, or an escaping tag.',
  },
  {
    files: /\.php$/i,
    pattern:
      /<\?=\s*(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])|\becho\s+(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])\s*;/g,
    cure: 'Write htmlspecialchars( … ) around it.',
  },
  { files: /\.vue$/i, pattern: /\bv-html\s*=\s*"([^"]+)"/g, cure: 'Use {{ … }}, or a sanitizer before.' },
];

// Layouts, partials, tokens and what a helper made are put in as they are by intent.
const intended =
  /^(?:include|partial|block|yield|body|content|contents|children|slot|csrf\w*|messages?\.render|form\.|super\(|self\.|json\b|JSON\.stringify|tojson|markdown|marked|sanitize|DOMPurify|purify|safe\w+|__\(|t\(|i18n|html_?escape|escape|asset|script|style|stylesheet|link_to|render|csp|nonce|svg|icon)|sanitize|purify|escape|\|\s*(?:markdown|json|tojson)/i;

/** Places in templates where a value enters the page unescaped. */
export function unescapedOutput(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const file of input.index.files) {
    if (file.isVendored || file.isGenerated || file.sizeBytes > 524_288) continue;
    const own = forms.filter((form) => form.files.test(file.path));
    if (own.length === 0) continue;
    const text = input.files.text(file.path);
    if (text === undefined) continue;
    const lines = text.split('\n');
    const seen = new Set<number>();
    for (const form of own) {
      for (const match of text.matchAll(form.pattern)) {
        const expression = (match[1] ?? match[2] ?? match[3] ?? '').trim();
        const line = text.slice(0, match.index).split('\n').length;
        if (intended.test(expression) || /^["'`][^"'`]*["'`]$/.test(expression) || seen.has(line)) continue;
        seen.add(line);
        drafts.push({
          ruleId: 'injection/unescaped-output',
          title: `${expression.slice(0, 60)} enters a page as it is`,
          impact: 'weakening',
          exposure: exposureOf(file),
          confidence: /^\$_(?:GET|POST|REQUEST|COOKIE)|request\.get/.test(expression) ? 0.9 : 0.55,
          cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
          file: file.path,
          line,
          column: match.index - text.lastIndexOf('\n', match.index),
          snippet: lines[line - 1] ?? '',
          description:
            'Where the value may hold what a user wrote, script in it runs in the browsers of others.',
          recommendation: form.cure,
          source: 'code',
          sinkTokens: expression,
        });
      }
    }
  }
  return drafts;
}
