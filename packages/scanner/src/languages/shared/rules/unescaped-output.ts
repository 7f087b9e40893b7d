import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf, jsLanguages, ownCode } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';
import type { IndexedFile } from '../../../types/file-facts.ts';
import { outputForms } from './output-forms.ts';
import { findRenders, stemOf, withItsSource } from './template-renders.ts';

/** A whole URL from data: `javascript:` has no character that escaping would change. */
const addressForm =
  /<(?:a|iframe|area|form)\b[^>]{0,200}\s(?:href|src|action)\s{0,5}=\s{0,5}["'](?:\{\{-?\s{0,10}([\w.[\]]{1,80})\s{0,10}-?\}\}|<%=\s{0,10}([\w.[\]@]{1,80})\s{0,10}%>)["']|<%=\s{0,10}link_to\b[^,%\n]{1,80},\s{0,10}(@?\w+\.(?:website|web|homepage|home_page|site|link|uri|url)\w{0,10})\s{0,10}[,%)]/g;
const ownAddress =
  /(?:^|[._])(?:path|route|static|asset|base|root|home|logo|css|js|image|img|icon|avatar|canonical|site|download|next|prev|previous|page|pagination|action|self)\w*$|^(?:url|path|href|link|src)_?for|_path$|_url$|_for$|request\./i;

// Layouts, partials, tokens and the output of helpers are inserted unescaped on purpose.
const intended =
  /^(?:include|partial|block|yield|body|content|contents|children|slot|csrf\w*|messages?\.render|form\.|super\(|self\.|json\b|JSON\.stringify|tojson|markdown|marked|sanitize|DOMPurify|purify|safe\w+|__\(|t\(|i18n|html_?escape|escape|asset|script|style|stylesheet|link_to|render|csp|nonce|svg|icon)|sanitize|purify|escape|\|\s{0,20}(?:markdown|json|tojson)/i;

const contentNames = /^(?:body|content|contents|message|children|slot)\s*$/;

/** A template in a script element that the browser fills with a record is not a layout. */
function isScriptTemplate(page: Page, at: number): boolean {
  const before = page.text.slice(Math.max(0, at - 20_000), at);
  const opened = before.lastIndexOf('<script');
  return (
    opened > before.lastIndexOf('</script') &&
    /^<script\b[^>]{0,300}\btype\s*=\s*["']text\/[\w-]*(?:template|handlebars|mustache|html)/i.test(
      before.slice(opened, opened + 400),
    )
  );
}

/** Places in templates that insert a value unescaped. */
export function unescapedOutput(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const renders = findRenders(input);
  const unescaping = unescapingEngine(input);
  for (const file of input.index.files) {
    if (file.isVendored || file.isGenerated || file.sizeBytes > 524_288) continue;
    const own = outputForms.filter((form) => form.files.test(file.path));
    const isPage = /\.(?:html?|ejs|erb|hbs|handlebars|njk|twig|j2|jinja2?|mustache|swig)$/i.test(file.path);
    if (own.length === 0 && !isPage) continue;
    const text = input.files.text(file.path);
    if (text === undefined) continue;
    const page: Page = { file, text, lines: text.split('\n'), seen: new Set() };
    for (const form of own) {
      for (const match of text.matchAll(form.pattern)) {
        const expression = (match[1] ?? match[2] ?? match[3] ?? '').trim();
        const handed = renders.get(stemOf(file.path)) ?? [];
        // A layout's name for its content counts only if the code passes request data under it. Components have no
        // layouts, so these names are ordinary values there.
        const isComponent = /\.(?:vue|svelte|astro)$/i.test(file.path);
        const isContent = contentNames.test(expression);
        const isNamed = !isComponent && handed.length > 0 && isContent;
        const isPlain = isContent && (isComponent || isScriptTemplate(page, match.index));
        const isIntended = !isNamed && !isPlain && intended.test(expression);
        const draft = outputDraft(page, match.index, expression, form.cure, isIntended);
        const told = draft && withItsSource(draft, expression, handed);
        if (told && (!isNamed || told.evidence)) drafts.push(told);
      }
    }
    if (isPage) drafts.push(...addressesFromData(page), ...outputWithoutEscaping(page, unescaping));
  }
  return drafts;
}

interface Page {
  file: IndexedFile;
  text: string;
  lines: readonly string[];
  seen: Set<number>;
}

/** A string of the template itself, or a choice between two. */
function isOwnText(expression: string): boolean {
  const text = String.raw`(?:"[^"#]*"|'[^']*'|\x60[^\x60$]*\x60)(?:\.html_safe|\|raw)?`;
  return new RegExp(String.raw`^(?:[^?"'\x60]{1,80}\?\s*${text}\s*:\s*)?${text}$`).test(expression);
}

function outputDraft(
  page: Page,
  offset: number,
  expression: string,
  cure: string,
  isMeant = intended.test(expression),
): FindingDraft | undefined {
  const { file, text, lines, seen } = page;
  const line = text.slice(0, offset).split('\n').length;
  if (isMeant || isOwnText(expression) || seen.has(line)) return undefined;
  seen.add(line);
  return {
    ruleId: 'injection/unescaped-output',
    subject: expression.slice(0, 60),
    impact: 'weakening',
    exposure: exposureOf(file),
    confidence: /^\$_(?:GET|POST|REQUEST|COOKIE)|request\.get|^param/.test(expression) ? 0.9 : 0.55,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    file: file.path,
    line,
    column: offset - text.lastIndexOf('\n', offset),
    snippet: lines[line - 1] ?? '',
    description: 'If a user wrote the value, a script in it runs in the browsers of other users.',
    recommendation: cure,
    source: 'code',
    sinkTokens: expression,
  };
}

function addressesFromData(page: Page): FindingDraft[] {
  return [...page.text.matchAll(addressForm)].slice(0, 10).flatMap((match) => {
    const expression = match[1] ?? match[2] ?? match[3] ?? '';
    if (match[3] === undefined && ownAddress.test(expression)) return [];
    const draft = outputDraft(page, match.index, expression, 'Let through http and https addresses only.');
    return draft
      ? [
          {
            ...draft,
            ruleId: 'injection/address-from-data',
            subject: expression,
            impact: 'hygiene' as const,
            confidence: 0.45,
            description:
              'If a user wrote it, it may be a `javascript:` address; escaping for text leaves it as it is, and a click runs it.',
          },
        ]
      : [];
  });
}

/** The first field of a record that a template prints, if escaping is disabled in the engine. */
function outputWithoutEscaping(
  page: Page,
  engine: { file: string; line: number } | undefined,
): FindingDraft[] {
  if (!engine) return [];
  for (const match of page.text.matchAll(
    /\{\{-?\s{0,20}((?:\w+\()?[a-z_]\w*\.[a-z_][\w.]*\)?)\s{0,20}(?:\|[^}]{0,60})?-?\}\}/g,
  )) {
    const expression = match[1] ?? '';
    if (
      /escape|\|\s*e\b|tojson|\.(?:id|pk|status|code|count|length|size|total|index|number|created\w*|updated\w*)\)?\s*-?\}/i.test(
        match[0],
      ) ||
      /^(?:loop|config|request|csrf|forloop|super)\b/.test(expression)
    )
      continue;
    // Markdown that is rendered keeps the HTML in it.
    const isMeant = intended.test(expression) && !/^(?:marked|markdown)\(/.test(expression);
    const draft = outputDraft(page, match.index, expression, 'Switch escaping on.', isMeant);
    if (!draft) continue;
    return [
      {
        ...draft,
        description: `Escaping is off for all templates (${engine.file}:${engine.line}). ${draft.description}`,
        evidence: [
          { file: engine.file, line: engine.line, role: 'source', snippet: 'escaping switched off' },
          {
            file: page.file.path,
            line: draft.line,
            role: 'sink',
            snippet: draft.snippet.trim().slice(0, 300),
          },
        ],
      },
    ];
  }
  return [];
}

const escapingOff = /\bautoescape\s*[:=]\s*(?:false|False)\b|\bnoEscape\s*:\s*true\b/g;

function unescapingEngine(input: AgentInput): { file: string; line: number } | undefined {
  for (const view of ownCode(input, [...jsLanguages, 'Python'])) {
    if (view.exposure !== 'external') continue;
    const [match] = view.matchesOf(escapingOff, 'code');
    if (match !== undefined) return { file: view.path, line: view.lineAt(match.index) };
  }
  return undefined;
}
