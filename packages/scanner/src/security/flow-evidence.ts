import type { Evidence } from '../types/finding.ts';
import type { TaintFinding } from '../types/flow-findings.ts';

/** The way of the data, from where it came in to where it does harm. */
export function evidenceOf(flow: TaintFinding): Evidence[] {
  const at = (role: Evidence['role'], where: TaintFinding['sink']): Evidence => ({
    file: where.file,
    line: where.line,
    role,
    snippet: where.text,
  });
  return [at('source', flow.source), ...flow.steps.map((step) => at('step', step)), at('sink', flow.sink)];
}
