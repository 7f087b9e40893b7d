import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';
import type { IndexedFile } from '../../../types/file-facts.ts';
import { isDataInMarkup } from '../../shared/rules/markup-rules.ts';

const pages =
  /\.(?:html?|xhtml|ejs|erb|php|phtml|jsp|jspx|aspx|cshtml|hbs|handlebars|mustache|twig|njk|j2|jinja2?|ftl|vm|liquid|tmpl|gohtml|blade\.php)$/i;
const block = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const fromAddress =
  /\b(?:document\.(?:URL|documentURI|location|referrer|cookie)|(?:window\.)?location(?:\.(?:href|hash|search|pathname))?|window\.name)\b/;
const MAX_LENGTH = 524_288;
const MAX_PER_FILE = 12;

/** Scripts inside pages and templates that use untrusted data. The data flow analysis only sees script files. */
export function inlineScripts(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const file of input.index.files) {
    if (!pages.test(file.path) || file.isVendored || file.isGenerated || file.sizeBytes > MAX_LENGTH)
      continue;
    const text = input.files.text(file.path);
    if (text === undefined || !/<script\b/i.test(text)) continue;
    const found: FindingDraft[] = [];
    for (const match of text.matchAll(block)) {
      const body = match[2] ?? '';
      if (body.trim() === '' || /\bsrc\s*=/.test(match[1] ?? '') || body.length > 200_000) continue;
      found.push(...checkScript(file, text, match.index + match[0].indexOf('>') + 1, body));
      if (found.length >= MAX_PER_FILE) break;
    }
    drafts.push(...found.slice(0, MAX_PER_FILE));
  }
  return drafts;
}

function checkScript(file: IndexedFile, text: string, from: number, body: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const seen = new Set<number>();
  const add = (at: number, given: Told): void => {
    const draft = draftAt(file, text, from + at, given);
    if (seen.has(draft.line)) return;
    seen.add(draft.line);
    drafts.push(draft);
  };
  const held: string[] = [];
  for (const [, name, given] of body.matchAll(
    /(?:^|[;{}]|\b(?:var|let|const)\s)\s*(\w+)\s*=(?!=)\s*([^;\n]{1,200})/gm,
  ))
    if (name !== undefined && isFromAddress(given ?? '', held)) held.push(name);
  const mayBeTheirs = (expression: string): boolean => isOfAddress(expression, held);
  for (const one of body.matchAll(
    /\bdocument\.write(?:ln)?\s*\(([^;\n]{1,400})|\.(?:innerHTML|outerHTML)\s*\+?=(?!=)\s*((?:[^;\n`]|`[^`\n]{0,300}`){1,300})|\.(?:html|append|prepend)\s*\(([^;\n]{1,300})\)|\beval\s*\(([^;\n]{1,200})\)/g,
  )) {
    const expression = one[1] ?? one[2] ?? one[3] ?? one[4] ?? '';
    if (mayBeTheirs(expression) && !/encodeURI|(?<!un)escape|sanitize|purify/i.test(expression))
      add(one.index, domInput);
    else if (one[2] !== undefined && isDataInMarkup(expression)) add(one.index, domMarkup);
  }
  for (const one of body.matchAll(
    /\b(?:if\s*\(\s*!?\s*|\b)(?:is_?admin|is_?staff|user_?role|role|can_?edit|is_?superuser|has_?permission)\b[^;{}]{0,60}\)\s*\{?[^}]{0,300}?(?:\.style\.display|\.hidden\b|\.hide\s*\(|\.remove\s*\(|classList|visibility)/gi,
  ))
    add(one.index, clientCheck);
  for (const one of body.matchAll(toAnyWindow))
    add(
      one.index,
      /token|secret|passw|session|credential|auth|jwt/i.test(one[1] ?? '') ? secretToAll : toAll,
    );
  for (const one of body.matchAll(fromAnyWindow)) {
    const own = body.slice(one.index, endOfListener(body, one.index + one[0].length));
    if (/\.data\b|\{\s*data\b/.test(own) && !/origin|\.source\b|\.isTrusted\b|\bports?\b/i.test(own))
      add(one.index, fromAny);
  }
  return drafts;
}

/** A part of the page's URL, or of a variable that holds one. */
function isOfAddress(expression: string, held: readonly string[]): boolean {
  const plain = expression.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
  return (
    fromAddress.test(plain) || held.some((name) => new RegExp(String.raw`(?<![\w.])${name}\b`).test(plain))
  );
}

function isFromAddress(given: string, held: readonly string[]): boolean {
  return (
    isOfAddress(given, held) &&
    !/encodeURI|(?<!un)escape\(|parseInt|Number\(|[<>]=?\s|[!=]==?|\.(?:length|indexOf|test|match\w*|includes|startsWith)\b\s*\(?[^)]*\)?\s*$/.test(
      given,
    )
  );
}

const domInput = {
  ruleId: 'injection/xss',
  impact: 'disclosure',
  confidence: 0.8,
  cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
  description: 'An attacker who makes a user follow a link chooses what runs in the browser of that user.',
  recommendation: 'Set textContent, or check the value against a list of allowed ones.',
} as const;
const domMarkup = {
  ruleId: 'injection/dom-markup',
  impact: 'weakening',
  confidence: 0.5,
  cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
  description: 'If a user wrote the value, a script in it runs in the browsers of other users.',
  recommendation: 'Set textContent, or sanitize the markup.',
} as const;
const clientCheck = {
  ruleId: 'access/client-side-guard',
  impact: 'hygiene',
  confidence: 0.45,
  cwe: ['CWE-602', 'CWE-285'],
  description: 'The hidden part was already sent, and the user can show it again.',
  recommendation: 'Leave it out of the page on the server, and check the permission on each request.',
} as const;
/** Only the listener itself: other code follows. */
const MAX_LISTENER_LENGTH = 2_000;
const toAnyWindow = /\.postMessage\s*\(\s*([^;\n]{1,200}),\s*["']\*["']/g;
const fromAnyWindow =
  /\bwindow\s*\.\s*(?:addEventListener\s*\(\s*["']message["']\s*,|onmessage\s*=(?!=))\s*(?=[^;\n]{0,80}(?:=>|\bfunction\b))/g;
const toAll = {
  ruleId: 'access/message-to-all',
  impact: 'hygiene',
  confidence: 0.5,
  cwe: ['CWE-346', 'CWE-345', 'CWE-201', 'CWE-359'],
  description: 'Whatever site is in that window by then can read it.',
  recommendation: 'Specify the origin of the receiver.',
} as const;
const secretToAll = { ...toAll, impact: 'weakening' } as const;
const fromAny = {
  ruleId: 'access/message-from-any',
  impact: 'weakening',
  confidence: 0.55,
  cwe: ['CWE-346', 'CWE-345'],
  description: 'Any site that opens or frames this page can send it messages.',
  recommendation: 'Compare event.origin with the allowed sites before you use the data.',
} as const;

/** The end of the function whose head comes before an offset. */
function endOfListener(body: string, offset: number): number {
  let depth = 0;
  const last = Math.min(body.length, offset + MAX_LISTENER_LENGTH);
  for (let at = offset; at < last; at++) {
    const char = body.charAt(at);
    if (char === '{') depth++;
    else if (char === '}' && --depth <= 0) return at;
  }
  return last;
}

type Told = Pick<FindingDraft, 'ruleId' | 'impact' | 'confidence' | 'description' | 'recommendation'> & {
  cwe: readonly string[];
};

function draftAt(file: IndexedFile, text: string, offset: number, given: Told): FindingDraft {
  const line = text.slice(0, offset).split('\n').length;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const snippet = text.slice(start, end < 0 ? text.length : end);
  return {
    ...given,
    cwe: [...given.cwe],
    exposure: exposureOf(file),
    file: file.path,
    line,
    column: offset - start + 1,
    snippet,
    source: 'code',
  };
}
