import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { ownCode, type SourceView } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

/** A call that renders a template, with the template's name. */
export interface Render {
  view: SourceView;
  line: number;
  /** The function around the call. */
  body: string;
  from: number;
}

const renderCall =
  /\b(?:render|render_template|renderView|renderFile|render_to_string|view|View|TemplateResponse|display|fetch|make)\s*\(\s*(?:req(?:uest)?\s*,\s*)?["'`]([\w./@:-]{1,120})["'`]/g;
const MAX_RENDERS = 2_000;

export function findRenders(input: AgentInput): Map<string, Render[]> {
  const found = new Map<string, Render[]>();
  let count = 0;
  for (const view of ownCode(input)) {
    if (view.exposure !== 'external' || !/render|view|View|display|TemplateResponse/.test(view.text))
      continue;
    for (const match of view.matchesOf(renderCall, 'withoutComments')) {
      if (++count > MAX_RENDERS) return found;
      const line = view.lineAt(match.index);
      const around = view.functionAt(line);
      const from = around ? view.offsetOf(around.line) : Math.max(0, match.index - 1_000);
      const to = around ? view.offsetOf(around.endLine + 1) : match.index + 1_000;
      const stem = stemOf(match[1] ?? '');
      found.set(stem, [
        ...(found.get(stem) ?? []),
        { view, line, body: view.withoutComments.slice(from, to), from },
      ]);
    }
  }
  return found;
}

/** The last two parts of a template's path, without extensions: this much is equal in code and file names. */
export function stemOf(path: string): string {
  return path
    .replace(
      /(?:\.(?:html?|ejs|pug|jade|hbs|handlebars|njk|twig|blade|php|erb|j2|jinja2?|cshtml|jsp|mustache|swig|svelte|vue|ftlh?))+$/i,
      '',
    )
    .split(/[/.:]/)
    .slice(-2)
    .join('/')
    .replace(/^(?:views|templates|app|pages)\//, '');
}

const requestData =
  /\breq(?:uest)?\.(?:query|body|params|cookies|args|form|GET|POST|values|input|get|json|headers)\b|\bctx\.(?:query|params|request)\b|\bparams\[|\$_(?:GET|POST|REQUEST|COOKIE)|\$request->|\bgetParameter\(|\bc\.(?:Query|Param|FormValue)\(|\br\.(?:FormValue|URL)\b/;

/** Adds the place in the code that passes a value of a request to the template under this name. */
export function withItsSource(
  draft: FindingDraft,
  expression: string,
  renders: readonly Render[],
): FindingDraft {
  const name = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*$/.exec(expression.replace(/\|.*$/s, '').trim())?.[1];
  if (name === undefined) return draft;
  for (const { view, body, from } of renders) {
    const given = new RegExp(String.raw`["']?\b${name}\b["']?\s*(?:=>|[:=])(?!=)\s*([^\n;]{1,200})`, 'g');
    for (const match of body.matchAll(given)) {
      const value = match[1] ?? '';
      if (
        !requestData.test(value) ||
        /escape|sanitize|encode|htmlspecialchars|parseInt|Number\(|int\(/i.test(value)
      )
        continue;
      const line = view.lineAt(from + match.index);
      return {
        ...draft,
        impact: 'disclosure',
        confidence: 0.85,
        description: `${view.path}:${line} assigns a value from the request to this name. ${draft.description}`,
        evidence: [
          { file: view.path, line, role: 'source', snippet: view.lineText(line).trim().slice(0, 300) },
          { file: draft.file, line: draft.line, role: 'sink', snippet: draft.snippet.trim().slice(0, 300) },
        ],
      };
    }
  }
  return draft;
}
