import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { isProductCode } from '../rules/source-view.ts';
import type { ModuleNode } from '../types/module-graph.ts';

/** Files with many dependencies, unstable files with many dependents, files that use the internals of others. */
export const couplingAgent = defineAgent({
  id: 'architecture.coupling',
  category: 'architecture',
  program: ({ index, files }) => {
    const { nodes, edges } = index.graph;
    if (edges.length === 0) return { drafts: [], nothingToCheck: true };
    const isOwn = new Set(index.files.filter(isProductCode).map((file) => file.path));
    const functionsOf = new Map(index.files.map((file) => [file.path, file.functions.length]));
    const drafts = nodes
      .filter(({ id }) => isOwn.has(id) && !wiring.test(id))
      .flatMap((node) => judgeNode(node, functionsOf.get(node.id) ?? 0));
    for (const edge of edges) {
      const [from, to] = [nodes[edge.from], nodes[edge.to]];
      const inner = /^(.*)\/(?:internal|_internal|private|impl)\//.exec(to?.id ?? '');
      if (!from || !to || !inner || from.id.startsWith(`${inner[1]}/`) || !isOwn.has(from.id)) continue;
      drafts.push(
        qualityDraft({
          ruleId: 'coupling/reaches-inside',
          subject: `${inner[1]}`,
          confidence: 0.7,
          file: from.id,
          line: edge.line,
          snippet: files.text(from.id)?.split('\n')[edge.line - 1] ?? '',
          description: 'The folder says that its content is not for others, so it may change without notice.',
          recommendation: 'Import from the public interface of that part, or add what you need to it.',
          sinkTokens: to.id,
        }),
      );
    }
    return { drafts };
  },
});

/** Index files that only re-export, and entry points that wire everything together, naturally have many imports. */
const wiring =
  /(?:^|\/)(?:index|main|app|server|mod|lib|__init__|program|startup|register|routes?|container|module)\.[a-z]+$/i;

function judgeNode({ id, fanIn, fanOut, instability }: ModuleNode, functions: number): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  if (fanOut > 25 && functions > 0)
    drafts.push(
      qualityDraft({
        ruleId: 'coupling/many-imports',
        subject: `${fanOut} imports`,
        confidence: 0.7,
        file: id,
        line: 1,
        description: 'It changes whenever one of them does, and cannot be tested without them.',
        recommendation: 'Split it by what belongs together, or let callers pass its dependencies in.',
        sinkTokens: 'fan-out',
      }),
    );
  if (fanIn > 15 && instability > 0.5 && fanOut > 15)
    drafts.push(
      qualityDraft({
        ruleId: 'coupling/unstable-foundation',
        subject: `imported by ${fanIn} files, imports ${fanOut}`,
        confidence: 0.65,
        file: id,
        line: 1,
        description:
          'Code that many files depend on should itself depend on little: here a change far away reaches all of them.',
        recommendation: 'Keep shared code small, and move what has many dependencies out of it.',
        sinkTokens: 'instability',
      }),
    );
  return drafts;
}
