import type { FlowKind, MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { FlowPartResult } from './flow-work.ts';

const pages =
  /\.(?:html?|xhtml|ejs|erb|php|phtml|jsp|jspx|aspx|cshtml|hbs|handlebars|mustache|twig|njk|j2|jinja2?|ftl|vm|liquid|tmpl|gohtml|tpl)$/i;
const isData = /\bsrc\s*=|\btype\s*=\s*["'](?!(?:text|application)\/(?:java|ecma)script|module)/i;
const theirs =
  /\blocation\b|\bdocument\.(?:URL|documentURI|baseURI|referrer|cookie)\b|\bwindow\.name\b|\.data\b|\bURLSearchParams\b|\bsearchParams\b/;
const taken =
  /\b(?:inner|outer)HTML\b|\bdocument\.write|insertAdjacentHTML|\.(?:html|append|prepend|after|before)\s*\(|\blocation\b|\beval\s*\(|\bFunction\s*\(|set(?:Timeout|Interval)\s*\(|setAttribute\s*\(/;
/** Opening marks of templates, and how they are closed. */
const opener = /<\?|<%|\{\{|\{%/g;
const closers: Readonly<Record<string, string>> = { '<?': '?>', '<%': '%>', '{{': '}}', '{%': '%}' };
/** Braces may also be code, so template content in them must be short and on one line. */
const MAX_IN_BRACES = 300;
const MAX_LENGTH = 524_288;

/** Suffix of the name under which a page's scripts are read, besides the page itself. */
const mark = '#script';

export const scriptPathOf = (page: string): string => page + mark;

/** The page of a script name; undefined for any other name. */
export function pageOf(path: string): string | undefined {
  return path.endsWith(mark) ? path.slice(0, -mark.length) : undefined;
}

interface Script {
  start: number;
  end: number;
}

/** The script elements of a page that contain code, in order. Linear in the text. */
function scriptElements(text: string): Script[] {
  const lower = text.toLowerCase();
  const found: Script[] = [];
  for (let at = lower.indexOf('<script'); at !== -1; ) {
    const start = lower.indexOf('>', at) + 1;
    const end = start === 0 ? -1 : lower.indexOf('</script', start);
    if (end === -1) break;
    const attributes = text.slice(at + '<script'.length, start - 1);
    if (/^\s|^$/.test(attributes) && !isData.test(attributes)) found.push({ start, end });
    at = lower.indexOf('<script', end);
  }
  return found;
}

/** Whether scripts in a page read untrusted data and may pass it on. */
export function hasPageScript(path: string, text: string): boolean {
  if (!pages.test(path) || text.length > MAX_LENGTH || !/<script\b/i.test(text)) return false;
  return scriptElements(text).some(({ start, end }) => {
    const body = text.slice(start, end);
    return theirs.test(body) && taken.test(body);
  });
}

/** The page with everything but its scripts blanked; values inserted by a template become a number. */
export function scriptsOf(text: string): string {
  let scripts = '';
  for (const { start, end } of scriptElements(text))
    scripts += blank(text.slice(scripts.length, start)) + withoutTemplate(text.slice(start, end));
  return scripts + blank(text.slice(scripts.length));
}

function withoutTemplate(body: string): string {
  const open = new Set<string>();
  let code = '';
  for (const { index, 0: mark } of body.matchAll(opener)) {
    if (index < code.length || open.has(mark)) continue;
    const end = endOfMark(body, index, mark);
    if (end === -1) {
      // If one mark is never closed, no later one is either.
      if (mark.startsWith('<')) open.add(mark);
      continue;
    }
    const all = body.slice(index, end);
    code += body.slice(code.length, index) + (isValue(all) ? `0${blank(all.slice(1))}` : blank(all));
  }
  return code + body.slice(code.length);
}

function endOfMark(body: string, at: number, mark: string): number {
  const closer = closers[mark] ?? '';
  if (mark.startsWith('<')) {
    const end = body.indexOf(closer, at);
    return end === -1 ? -1 : end + closer.length;
  }
  const [line = ''] = body.slice(at, at + MAX_IN_BRACES).split('\n');
  const end = line.indexOf(closer);
  return end === -1 ? -1 : at + end + closer.length;
}

/** Whether a mark inserts a value, rather than being a condition or loop. */
function isValue(all: string): boolean {
  return /^(?:<\?=|<\?(?:php)?\s*(?:echo|print)\b|<%[-=]|\{\{)/i.test(all);
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Kinds that apply to a script in a browser; hashes and settings in pages are not checked by it. */
const kinds: ReadonlySet<FlowKind> = new Set(['xss', 'redirect', 'code']);

/** Converts findings in scripts of pages to findings in the pages. */
export function inPages(result: FlowPartResult, textOf: (path: string) => string | null): FlowPartResult {
  const isOwn = (path: string): boolean => pageOf(path) === undefined;
  const taint = result.taint.flatMap((flow) => {
    if ([flow.source, ...flow.steps, flow.sink].every(({ file }) => isOwn(file))) return [flow];
    return kinds.has(flow.kind) ? [flowInPage(flow, textOf)] : [];
  });
  return {
    ...result,
    taint,
    misuse: result.misuse.filter(({ place }: MisuseFinding) => isOwn(place.file)),
    cut: result.cut.filter(isOwn),
    unparsed: result.unparsed.filter(isOwn),
    tooDeep: result.tooDeep.filter(isOwn),
    withErrors: result.withErrors.filter(isOwn),
    faults: result.faults.filter(({ path }) => isOwn(path)),
  };
}

function flowInPage(flow: TaintFinding, textOf: (path: string) => string | null): TaintFinding {
  const placed = (place: TaintFinding['sink']): TaintFinding['sink'] => {
    const file = pageOf(place.file);
    if (file === undefined) return place;
    const line = textOf(file)?.split('\n')[place.line - 1] ?? '';
    return { ...place, file, text: line.trim().slice(0, 300) };
  };
  return { ...flow, source: placed(flow.source), steps: flow.steps.map(placed), sink: placed(flow.sink) };
}
