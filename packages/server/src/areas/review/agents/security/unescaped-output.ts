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
  {
    files: /\.ejs$|\.html$/i,
    pattern: /<%-\s{0,20}([^%]{1,200}?)\s{0,20}-?%>/g,
    cure: 'Use <%= … %>, which escapes.',
  },
  {
    files: /\.(?:hbs|handlebars|mustache|html)$/i,
    pattern: /\{\{\{\s{0,20}([^}]{1,200}?)\s{0,20}\}\}\}/g,
    cure: 'Use {{ … }}, which escapes.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk|liquid)$/i,
    pattern: /\{\{-?\s{0,20}([^}|]{1,200}?)\s{0,20}\|\s{0,20}(?:safe|raw)\b[^}]{0,100}\}\}/g,
    cure: 'Leave the filter away.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk)$/i,
    pattern: /\{%-?\s{0,20}autoescape\s+(false|off)\b/g,
    cure: 'Leave escaping on.',
  },
  {
    files: /\.(?:pug|jade)$/i,
    pattern: /(?:^\s{0,20}[\w.#-]*!=\s{0,20}|!\{)([^}\n]{1,200})/gm,
    cure: 'Use = or #{ … }, which escape.',
  },
  {
    files: /\.blade\.php$/i,
    pattern: /\{!!\s{0,20}(.{1,200}?)\s{0,20}!!\}/g,
    cure: 'Use {{ … }}, which escapes.',
  },
  {
    files: /\.erb$/i,
    pattern:
      /<%==\s{0,20}([^%]{1,200}?)\s{0,20}%>|<%=\s{0,20}(?:raw[\s(]+)([^%)]{1,200}?)\)?\s{0,20}%>|<%=\s{0,20}([^%]{1,200}?)\.html_safe\s{0,20}%>/g,
    cure: 'Leave raw and html_safe away.',
  },
  {
    files: /\.cshtml$/i,
    pattern: /@Html\.Raw\(\s{0,20}([^)]{1,200}?)\s{0,20}\)/g,
    cure: 'Write the value with @, which escapes.',
  },
  {
    files: /\.(?:html?|jsp|jspx)$/i,
    pattern:
      /\bth:utext\s{0,20}=\s{0,20}"([^"]{1,200})"|<%=\s{0,20}(request\.get(?:Parameter|Header)\([^%]{1,200}?)\s{0,20}%>/g,
    cure: 'Use th:text, or an escaping tag.',
  },
  {
    files: /\.php$/i,
    pattern:
      /<\?=\s{0,20}(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])|\becho\s+(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])\s{0,20};/g,
    cure: 'Write htmlspecialchars( … ) around it.',
  },
  {
    files: /\.vue$/i,
    pattern: /\bv-html\s{0,20}=\s{0,20}"([^"]{1,200})"/g,
    cure: 'Use {{ … }}, or a sanitizer before.',
  },
];

// Layouts, partials, tokens and what a helper made are put in as they are by intent.
const intended =
  /^(?:include|partial|block|yield|body|content|contents|children|slot|csrf\w*|messages?\.render|form\.|super\(|self\.|json\b|JSON\.stringify|tojson|markdown|marked|sanitize|DOMPurify|purify|safe\w+|__\(|t\(|i18n|html_?escape|escape|asset|script|style|stylesheet|link_to|render|csp|nonce|svg|icon)|sanitize|purify|escape|\|\s{0,20}(?:markdown|json|tojson)/i;

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
