import type { FindingDraft } from '../rules/finding-draft.ts';
import { ownCodeView } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';

/** Why such a finding is refused. */
export const quiet =
  'The data of the requests that the handler reads was followed, and none of it arrives here.';

/**
 * Whether a loader is in a function that reads requests, but no data flow reaches it: then it loads the application's
 * own data.
 */
export function isFollowedAndQuiet(draft: FindingDraft, input: AgentInput): boolean {
  if (!/^injection\/(?:pickle|unsafe-yaml|xxe)$/.test(draft.ruleId)) return false;
  const file = input.index.files.find((one) => one.path === draft.file);
  if (file?.language !== 'Python' || file.status !== 'full') return false;
  const view = ownCodeView(input, file);
  if (view === undefined) return false;
  const around = view.functionAt(draft.line);
  if (!around) return false;
  const body = view.linesOf(around, 'code');
  if (
    !/\brequest\.(?:args|form|values|cookies|headers|data|json|files|GET|POST|get_\w+|query_string|path)\b/.test(
      body,
    )
  )
    return false;
  // An uploaded file that is stored is not followed any further.
  if (/\.(?:files|FILES)\b/.test(body) && /\.save\s*\(/.test(body) && /\bopen\s*\(/.test(body)) return false;
  const kind = draft.ruleId === 'injection/xxe' ? 'xxe' : 'deserialization';
  return !input.index.taint.some(
    (flow) =>
      flow.kind === kind &&
      flow.sink.file === view.path &&
      flow.sink.line >= around.line &&
      flow.sink.line <= around.endLine,
  );
}
