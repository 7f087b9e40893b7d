import type { TaintFinding, TaintKind } from '../types/flow-findings.ts';

/** CWEs that are narrower, wider or alternative names of the first. */
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

/** The CWEs of a flow: its own, related ones, those of its form, and the missing check. */
export function weaknessesOf(flow: TaintFinding, kind: TaintKind): string[] {
  return [
    ...new Set([
      flow.cwe,
      ...(related[kind] ?? []),
      ...(choosesCode(flow) ? ['CWE-470', 'CWE-706'] : []),
      ...(isExpression(flow) ? ['CWE-917'] : []),
      ...(namesUpload(flow) ? ['CWE-434'] : []),
      ...(includesFile(flow) ? ['CWE-98'] : []),
      ...(opensOrigins(flow) ? ['CWE-942', 'CWE-346'] : []),
      'CWE-20',
    ]),
  ];
}

/** The name of an uploaded file decides how it is stored. */
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

/** The input names a code file that is run. */
function includesFile({ kind, sinkName }: TaintFinding): boolean {
  return (kind === 'path' || kind === 'code') && sinkName === 'include';
}

/** The response allows the requesting site, whatever it is. */
function opensOrigins({ kind, sink }: TaintFinding): boolean {
  return kind === 'header' && /Access-Control-Allow-Origin/i.test(sink.text);
}

/** An expression language inside another language. */
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
