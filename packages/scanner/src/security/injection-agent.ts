import { mappedQueries } from '../languages/java/rules/mapped-queries.ts';
import { inlineScripts } from '../languages/javascript/rules/inline-scripts.ts';
import { builtMarkup } from '../languages/php/rules/built-markup.ts';
import { unescapedOutput } from '../languages/shared/rules/unescaped-output.ts';
import { injectionRules } from '../languages/text-rules.ts';
import { defineAgent } from '../rules/agent-run.ts';
import { type FindingDraft, severityOf } from '../rules/finding-draft.ts';
import { type Exposure, type Impact, severityRank } from '../rules/severity.ts';
import { asidePath, ownCodeView } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import type { AgentInput } from '../types/agent.ts';
import type { Evidence } from '../types/finding.ts';
import type { TaintFinding, TaintKind } from '../types/flow-findings.ts';
import { isFollowedAndQuiet, quiet } from './followed-loaders.ts';
import { misuseDrafts, withoutToldAlready } from './misuse-drafts.ts';

interface KindText {
  title: string;
  impact: Impact;
  harm: string;
  cure: string;
}

const kinds: Record<TaintKind, KindText> = {
  sql: {
    title: 'SQL built from input',
    impact: 'takeover',
    harm: 'Whoever sends it decides what the database runs.',
    cure: 'Pass the value as a parameter of a prepared statement; choose names of columns and tables from a fixed list.',
  },
  nosql: {
    title: 'Database query built from input',
    impact: 'disclosure',
    harm: 'Operators in the input change what the query matches, so that checks on it can be passed.',
    cure: 'Check that the value is a plain string or number before it enters the query.',
  },
  command: {
    title: 'Command built from input',
    impact: 'takeover',
    harm: 'Whoever sends it runs commands on the server.',
    cure: 'Call the program with a list of arguments and without a shell; take options from a fixed list.',
  },
  code: {
    title: 'Code evaluated from input',
    impact: 'takeover',
    harm: 'Whoever sends it runs code in the process.',
    cure: 'Parse the value as data instead of evaluating it.',
  },
  ldap: {
    title: 'LDAP filter built from input',
    impact: 'disclosure',
    harm: 'The input can widen the filter and so read or become other entries.',
    cure: 'Escape the value for filters (RFC 4515) or use an API that does.',
  },
  xpath: {
    title: 'XPath built from input',
    impact: 'disclosure',
    harm: 'The input can change the expression and read other parts of the document.',
    cure: 'Bind the value as an XPath variable or check it against a fixed list.',
  },
  template: {
    title: 'Template built from input',
    impact: 'takeover',
    harm: 'Template expressions in the input run on the server.',
    cure: 'Keep templates fixed and pass the input as their data.',
  },
  xss: {
    title: 'Input written into a page',
    impact: 'disclosure',
    harm: 'Script in the input runs in the browsers of other users, in their name.',
    cure: "Escape the value for its place in the page, or let the template engine's escaping stand.",
  },
  path: {
    title: 'File path built from input',
    impact: 'disclosure',
    harm: 'With `..` or an absolute path the input reaches files outside the intended folder.',
    cure: 'Resolve the path and check that it still stands below the intended folder, or choose from a fixed list.',
  },
  ssrf: {
    title: 'Request to an address from input',
    impact: 'disclosure',
    harm: 'The server can be made to call internal addresses and to hand out their answers.',
    cure: 'Allow known hosts only, and refuse private addresses when the connection is made.',
  },
  redirect: {
    title: 'Redirect to an address from input',
    impact: 'weakening',
    harm: 'A link to this site can lead users to a site that looks like it.',
    cure: 'Redirect to paths of this site only, or to a fixed list of addresses.',
  },
  xxe: {
    title: 'XML from input with external entities',
    impact: 'disclosure',
    harm: 'Entities in the document read local files or call internal addresses.',
    cure: 'Switch document types and external entities off in the parser.',
  },
  deserialization: {
    title: 'Objects deserialized from input',
    impact: 'takeover',
    harm: 'The input chooses which classes are built, and with the usual libraries that runs code.',
    cure: 'Read a data format such as JSON into known types.',
  },
  prototype_pollution: {
    title: 'Object key taken from input',
    impact: 'disclosure',
    harm: 'With the key `__proto__` the input changes all objects of the process.',
    cure: 'Refuse `__proto__`, `constructor` and `prototype`, or use a Map.',
  },
  header: {
    title: 'Response header built from input',
    impact: 'weakening',
    harm: 'Line ends in the input add headers or a second answer.',
    cure: 'Refuse line ends in the value.',
  },
  log: {
    title: 'Log line built from input',
    impact: 'hygiene',
    harm: 'Line ends in the input forge log lines.',
    cure: 'Log the value as a field, or encode line ends.',
  },
  trust_boundary: {
    title: 'Input kept where trusted data is kept',
    impact: 'weakening',
    harm: 'Later code takes what stands in the session for checked, though it is not.',
    cure: 'Check the value before it enters the session.',
  },
  format: {
    title: 'Format taken from input',
    impact: 'disclosure',
    harm: 'Placeholders in the input read memory or inner values, and some write.',
    cure: 'Keep the format fixed and pass the input as one of its values.',
  },
  regex: {
    title: 'Pattern built from input',
    impact: 'weakening',
    harm: 'A crafted pattern keeps the process busy for minutes.',
    cure: 'Escape the value, or match with an engine without backtracking.',
  },
};

/** Weaknesses that the catalogue of MITRE has as narrower, wider or alternative names of the first. */
const related: Partial<Record<TaintKind, string[]>> = {
  xss: ['CWE-79', 'CWE-80', 'CWE-116'],
  code: ['CWE-94', 'CWE-95'],
  command: ['CWE-78', 'CWE-77', 'CWE-88'],
  path: ['CWE-22', 'CWE-23', 'CWE-36', 'CWE-73', 'CWE-99'],
  template: ['CWE-1336', 'CWE-94'],
  regex: ['CWE-1333', 'CWE-730', 'CWE-400'],
  xxe: ['CWE-611', 'CWE-827', 'CWE-776'],
  nosql: ['CWE-943'],
  header: ['CWE-113', 'CWE-93'],
  log: ['CWE-117'],
};

/** Data that others control reaching places that must not take it. */
export const injectionAgent = defineAgent({
  id: 'security.injection',
  category: 'security',
  inspectFile: (file, input) => {
    const view = ownCodeView(input, file);
    if (view === undefined) return undefined;
    const [rules, markup] = [applyTextRules(injectionRules, view), builtMarkup(view)];
    return rules.length + markup.length === 0 ? undefined : { rules, markup };
  },
  program: (input, inspected) => {
    const drafts = input.index.taint.filter(isLikely).map((flow) => draftOf(flow, input));
    const rules: FindingDraft[] = [];
    const refused: { draft: FindingDraft; detail: string }[] = [];
    for (const draft of inspected.flatMap((one) => one.rules)) {
      if (isFollowedAndQuiet(draft, input)) refused.push({ draft, detail: quiet });
      else rules.push(draft);
    }
    drafts.push(...withoutToldAlready(misuseDrafts(input, ['unsafe_xml']), rules));
    for (const { markup } of inspected)
      drafts.push(...withoutToldAlready(drafts, markup).slice(drafts.length));
    return {
      drafts: [
        ...withoutTwins(drafts),
        ...unescapedOutput(input),
        ...inlineScripts(input),
        ...mappedQueries(input),
      ],
      refused,
    };
  },
});

/** A place that both a data flow and a rule on its form tell of is told once, by the graver; the flow has the path. */
function withoutTwins(drafts: FindingDraft[]): FindingDraft[] {
  const placesOf = (one: FindingDraft) => one.cwe.slice(0, 1).map((cwe) => `${cwe} ${one.file}:${one.line}`);
  const flows = new Map(
    drafts
      .filter((one) => one.evidence)
      .flatMap((one) => [...passedBy(one), ...placesOf(one)].map((place) => [place, one])),
  );
  const weaker = new Set<FindingDraft>();
  for (const rule of drafts.filter((one) => !one.evidence)) {
    const flow = placesOf(rule)
      .map((place) => flows.get(place))
      .find((one) => one !== undefined);
    if (!flow) continue;
    const isGraver = severityRank(severityOf(rule)) < severityRank(severityOf(flow));
    weaker.add(isGraver ? flow : rule);
  }
  return drafts.filter((one) => !weaker.has(one));
}

/** Where the data of a flow passes on its way, such as the line that builds the query. */
function passedBy({ cwe, evidence }: FindingDraft): string[] {
  return (evidence ?? [])
    .filter((one) => one.role === 'step')
    .map((one) => `${cwe[0]} ${one.file}:${one.line}`);
}

function draftOf(flow: TaintFinding, input: AgentInput): FindingDraft {
  const text = kinds[flow.kind];
  const file = input.index.files.find((one) => one.path === flow.sink.file);
  const inTest = file?.isTest === true || asidePath.test(flow.sink.file);
  const exposure: Exposure = inTest ? 'test' : flow.exposure;
  const from = flow.sourceKind.replace(/_/g, ' ');
  return {
    ruleId: `injection/${flow.kind.replace(/_/g, '-')}`,
    title: `${text.title}: ${flow.sinkName}`,
    // Node refuses line ends in headers by itself.
    impact: flow.kind === 'header' && isScript(flow) ? 'hygiene' : text.impact,
    exposure,
    confidence: flow.confidence,
    // Each of them is input that was not checked as well.
    cwe: [
      ...new Set([
        flow.cwe,
        ...(related[flow.kind] ?? []),
        ...(choosesCode(flow) ? ['CWE-470', 'CWE-706'] : []),
        ...(isExpression(flow) ? ['CWE-917'] : []),
        ...(namesUpload(flow) ? ['CWE-434'] : []),
        ...(includesFile(flow) ? ['CWE-98'] : []),
        ...(opensOrigins(flow) ? ['CWE-942', 'CWE-346'] : []),
        'CWE-20',
      ]),
    ],
    file: flow.sink.file,
    line: flow.sink.line,
    endLine: flow.sink.endLine,
    column: flow.sink.column,
    snippet: flow.sink.text,
    description: `A value from ${article(from)} (${place(flow.source)}) reaches ${flow.sinkName}${
      flow.steps.length > 0 ? ` in ${flow.steps.length + 1} steps` : ''
    } without a check that fits. ${text.harm}`,
    recommendation: text.cure,
    evidence: evidenceOf(flow),
    references: [`https://cwe.mitre.org/data/definitions/${flow.cwe.replace('CWE-', '')}.html`],
    source: 'code',
    symbol: flow.enclosingSymbol,
    sinkTokens: `${flow.sinkName} ${flow.sinkTokens}`,
  };
}

/** What a library's caller may give, through code that is not understood, is too little to tell of. */
function isLikely({ exposure, confidence }: TaintFinding): boolean {
  return exposure !== 'library' || confidence >= 0.3;
}

function isScript({ language }: TaintFinding): boolean {
  return language === 'JavaScript' || language === 'TypeScript' || language === 'TSX';
}

/** The name that an uploaded file came under says what it is kept as. */
function namesUpload(flow: TaintFinding): boolean {
  return (
    flow.kind === 'path' &&
    [flow.source, ...flow.steps, flow.sink].some((one) =>
      /getOriginalFilename|getSubmittedFileName|originalFileName|\boriginalname\b|\.FileName\b|originalFilename/.test(
        one.text,
      ),
    )
  );
}

/** The input names the file of code that is run. */
function includesFile({ kind, sinkName }: TaintFinding): boolean {
  return (kind === 'path' || kind === 'code') && sinkName === 'include';
}

/** The answer lets in whatever site asks. */
function opensOrigins({ kind, sink }: TaintFinding): boolean {
  return kind === 'header' && /Access-Control-Allow-Origin/i.test(sink.text);
}

/** A language of expressions inside of another one. */
function isExpression({ kind, sinkName }: TaintFinding): boolean {
  return kind === 'code' && /Expression|Ognl|MVEL|Jexl|EL\b|[sS]pel/.test(sinkName);
}

/** The input names the class or module that is loaded. */
function choosesCode({ kind, sinkName }: TaintFinding): boolean {
  return (
    kind === 'code' &&
    /(?:^|\.)(?:forName|loadClass|import_module|__import__|require|newInstance|getattr|getMethod|getDeclaredMethod|(?:safe_)?constantize|const_get|(?:public_)?send|__send__|call_user_func(?:_array)?)$/.test(
      sinkName,
    )
  );
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function place(where: { file: string; line: number }): string {
  return `${where.file}:${where.line}`;
}

function evidenceOf(flow: TaintFinding): Evidence[] {
  const at = (role: Evidence['role'], where: TaintFinding['sink']): Evidence => ({
    file: where.file,
    line: where.line,
    role,
    snippet: where.text,
  });
  return [at('source', flow.source), ...flow.steps.map((step) => at('step', step)), at('sink', flow.sink)];
}
