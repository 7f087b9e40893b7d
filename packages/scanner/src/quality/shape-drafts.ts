import { setImmediate } from 'node:timers/promises';
import { prepareLanguages } from '../languages/frontend/lower-file.ts';
import { ParserEnded, parseTree } from '../languages/frontend/syntax-tree.ts';
import type { TreeNode } from '../languages/frontend/tree-node.ts';
import { ShapeFile, type ShapeRule, shapeRules } from '../languages/shared/shapes/index.ts';
import { isNestedTooDeep } from '../read/structure/nesting.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { ownCode, type SourceView } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';

const languages = ['Java', 'C#'] as const;
const PARSE_BUDGET_MS = 2_000;
/** A file with more of one kind is generated or hostile. */
const MAX_PER_RULE = 50;
/** In a larger file, the rules cost more than their findings are worth. */
const MAX_TEXT_LENGTH = 200_000;

/** Flaws that parse trees show. A file is only parsed if its text may have one. */
export async function shapeDrafts(input: AgentInput): Promise<FindingDraft[]> {
  const drafts: FindingDraft[] = [];
  let isReady = false;
  for (const view of ownCode(input, languages)) {
    if (view.exposure === 'test' || view.text.length > MAX_TEXT_LENGTH) continue;
    const known = input.memory?.recall('shapes', view.file);
    if (known !== undefined) {
      drafts.push(...(known as FindingDraft[]));
      continue;
    }
    const rules = shapeRules.filter((rule) => speaksOf(rule, view) && rule.may(view.text));
    if (rules.length === 0 || isNestedTooDeep(view.text)) {
      input.memory?.keep('shapes', view.file, []);
      continue;
    }
    await (isReady ? setImmediate() : prepareLanguages(languages));
    isReady = true;
    const file = parse(view);
    // There may be time for it in the next analysis.
    if (file === null) continue;
    const found = rules.flatMap((rule) => draftsOf(rule, file, view));
    input.memory?.keep('shapes', view.file, found);
    drafts.push(...found);
  }
  return drafts;
}

const speaksOf = (rule: ShapeRule, { file }: SourceView) =>
  rule.languages.some((language) => language === file.language);

function parse({ file, text }: SourceView): ShapeFile | null {
  const { language } = file;
  if (language === null) return null;
  try {
    const parsed = parseTree(language, text, PARSE_BUDGET_MS);
    return parsed === null ? null : new ShapeFile(language, text, parsed.root);
  } catch (error) {
    if (error instanceof ParserEnded || error instanceof RangeError) return null;
    throw error;
  }
}

function draftsOf(rule: ShapeRule, file: ShapeFile, view: SourceView): FindingDraft[] {
  const found = new Map<number, FindingDraft>();
  for (const one of rule.find(file)) {
    const shape = 'node' in one ? one : { node: one as TreeNode };
    const line = view.lineAt(shape.node.start);
    if (found.has(line)) continue;
    if (found.size >= MAX_PER_RULE) break;
    const cwe = 'cwe' in shape && shape.cwe ? [shape.cwe] : [...rule.cwe];
    found.set(line, {
      ruleId: rule.id,
      ...('subject' in shape && { subject: shape.subject }),
      impact: rule.impact ?? 'hygiene',
      exposure: view.exposure,
      confidence: rule.confidence,
      cwe,
      file: view.path,
      line,
      column: view.columnAt(shape.node.start),
      snippet: view.lineText(line),
      description: rule.description,
      recommendation: rule.recommendation,
      source: rule.source ?? null,
      references: [...(rule.references ?? [])],
      symbol: view.symbolAt(line),
    });
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}
