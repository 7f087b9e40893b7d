import type { FindingDraft } from '../rules/finding-draft.ts';
import { ownCodeView } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';

/** Why such a finding is refused. */
export const quiet = 'The handler reads requests, its data was followed, and none of it arrives here.';

/**
 * A loader in a function that itself reads requests: where the data flow reaches no such place in it, what is loaded
 * there is the application's own.
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
  // An upload that is kept and then read from its file is followed no further than the file.
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
