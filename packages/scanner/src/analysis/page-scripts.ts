import type { FlowKind, MisuseFinding, TaintFinding } from '../types/flow-findings.ts';
import type { FlowPartResult } from './flow-work.ts';

const pages =
  /\.(?:html?|xhtml|ejs|erb|php|phtml|jsp|jspx|aspx|cshtml|hbs|handlebars|mustache|twig|njk|j2|jinja2?|ftl|vm|liquid|tmpl|gohtml|tpl)$/i;
const block = /<script\b([^>]{0,1000})>([\s\S]*?)<\/script/gi;
const isData = /\bsrc\s*=|\btype\s*=\s*["'](?!(?:text|application)\/(?:java|ecma)script|module)/i;
const theirs =
  /\blocation\b|\bdocument\.(?:URL|documentURI|baseURI|referrer|cookie)\b|\bwindow\.name\b|\.data\b|\bURLSearchParams\b|\bsearchParams\b/;
const taken =
  /\b(?:inner|outer)HTML\b|\bdocument\.write|insertAdjacentHTML|\.(?:html|append|prepend|after|before)\s*\(|\blocation\b|\beval\s*\(|\bFunction\s*\(|set(?:Timeout|Interval)\s*\(|setAttribute\s*\(/;
/** What a template puts in, told from what only chooses or repeats. */
const template =
  /<\?(?:php\b|=)?([\s\S]*?)\?>|<%([-=#]?)[\s\S]*?%>|\{\{[^{}\n]{0,300}\}\}|\{%[^%\n]{0,300}%\}/gi;
const MAX_LENGTH = 524_288;

/** The name under which the scripts of a page are read, beside the page itself. */
const mark = '#script';

export const scriptPathOf = (page: string): string => page + mark;

/** The page whose scripts go by a name; undefined for any other name. */
export function pageOf(path: string): string | undefined {
  return path.endsWith(mark) ? path.slice(0, -mark.length) : undefined;
}

/** Whether scripts in a page read what others choose and may give it on. */
export function hasPageScript(path: string, text: string): boolean {
  if (!pages.test(path) || text.length > MAX_LENGTH || !/<script\b/i.test(text)) return false;
  for (const [, attributes = '', body = ''] of text.matchAll(block))
    if (!isData.test(attributes) && theirs.test(body) && taken.test(body)) return true;
  return false;
}

/** The scripts of a page where they stand, all else blank; what a template puts in is a number. */
export function scriptsOf(text: string): string {
  let scripts = '';
  for (const match of text.matchAll(block)) {
    const [, attributes = '', body = ''] = match;
    if (isData.test(attributes)) continue;
    const start = match.index + '<script'.length + attributes.length + 1;
    scripts += blank(text.slice(scripts.length, start)) + withoutTemplate(body);
  }
  return scripts + blank(text.slice(scripts.length));
}

function withoutTemplate(body: string): string {
  return body.replace(template, (all, php?: string, erb?: string) => {
    const isValue =
      all.startsWith('<?=') ||
      (php !== undefined && /^\s*(?:echo|print)\b/.test(php)) ||
      (erb !== undefined && /[-=]/.test(erb)) ||
      all.startsWith('{{');
    return isValue ? `0${blank(all.slice(1))}` : blank(all);
  });
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** What a script in a browser can do; hashes and settings in pages are not judged by it. */
const kinds: ReadonlySet<FlowKind> = new Set(['xss', 'redirect', 'code']);

/** Findings in scripts of pages as findings in the pages. */
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
