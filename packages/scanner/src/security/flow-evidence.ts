import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import type { Evidence } from '../types/finding.ts';
import type { TaintFinding } from '../types/flow-findings.ts';

/** The fields of a draft that come from the flow itself: the call, its place and the path. */
export function flowDraft(flow: TaintFinding) {
  const place = flow.passedAt ?? flow.sink;
  return {
    subject: flow.sinkName,
    file: place.file,
    line: place.line,
    endLine: place.endLine,
    column: place.column,
    snippet: place.text,
    evidence: evidenceOf(flow),
    source: 'code',
    symbol: flow.enclosingSymbol,
    sinkTokens: `${flow.sinkName} ${flow.sinkTokens}`,
  } satisfies Partial<FindingDraft>;
}

/** Whether the sink is in a test, an example or the like. */
export function isOutsideProduct({ sink, passedAt = sink }: TaintFinding, { index }: AgentInput): boolean {
  return (
    index.files.find(({ path }) => path === passedAt.file)?.isTest === true ||
    auxiliaryPath.test(passedAt.file)
  );
}

/** The path of the data from source to sink. */
function evidenceOf(flow: TaintFinding): Evidence[] {
  const at = (role: Evidence['role'], where: TaintFinding['sink']): Evidence => ({
    file: where.file,
    line: where.line,
    role,
    snippet: where.text,
  });
  return [at('source', flow.source), ...flow.steps.map((step) => at('step', step)), at('sink', flow.sink)];
}
