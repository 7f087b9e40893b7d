import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf, ownCode } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

const MAX_BYTES = 524_288;
const MAX_PER_FILE = 50;

const annotation =
  /@(?:Select|Update|Insert|Delete)\s*\(\s*(?:value\s*=\s*)?\{?\s*("(?:[^"\\]|\\.){0,2000}"(?:\s*[+,]\s*"(?:[^"\\]|\\.){0,2000}")*)/g;

/** Statements that a mapper fills: `${name}` is inserted as text, `#{name}` is bound. */
export function mappedQueries(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const view of ownCode(input, ['Java', 'Kotlin'])) {
    for (const match of view.matchesOf(annotation, 'withoutComments')) {
      const [whole, statement = ''] = match;
      const at = statement.search(/\$\{\s*\w/);
      if (at < 0) continue;
      const line = view.lineAt(match.index + whole.indexOf(statement) + at);
      drafts.push(draft(view.path, line, view.lineText(line), exposureOf(view.file)));
    }
  }
  for (const file of input.index.files) {
    if (!/\.xml$/i.test(file.path) || file.isVendored || file.sizeBytes > MAX_BYTES) continue;
    // Documentation about mappers, as in Maven's sites.
    if (/(?:^|\/)(?:docs?|xdoc|site)\//.test(file.path)) continue;
    const text = input.files.text(file.path) ?? '';
    if (!/<mapper\s+namespace\s*=/.test(text)) continue;
    let count = 0;
    for (const [at, line] of text.split('\n').entries()) {
      if (!/\$\{\s*\w/.test(line) || /<property\b|<include\b/.test(line)) continue;
      if (++count > MAX_PER_FILE) break;
      drafts.push(draft(file.path, at + 1, line.trim(), exposureOf(file)));
    }
  }
  return drafts;
}

function draft(
  file: string,
  line: number,
  snippet: string,
  exposure: FindingDraft['exposure'],
): FindingDraft {
  return {
    ruleId: 'injection/mapped-sql',
    impact: 'disclosure',
    exposure,
    confidence: 0.7,
    cwe: ['CWE-89', 'CWE-20'],
    file,
    line,
    snippet: snippet.slice(0, 300),
    description:
      'With a dollar sign before the braces the value becomes part of the statement; whoever chooses the value decides what the database runs.',
    recommendation:
      'Bind it with a hash sign before the braces; take names of columns and tables from a fixed list.',
    source: 'code',
  };
}
