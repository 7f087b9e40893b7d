import { auxiliaryPath } from '../read/files/aside-paths.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { isProductCode } from '../rules/source-view.ts';

/** Import cycles, layer violations, and modules that do everything. */
export const structureAgent = defineAgent({
  id: 'architecture.structure',
  category: 'architecture',
  program: ({ index, files }) => {
    const { graph } = index;
    if (graph.nodes.length === 0) return { drafts: [], nothingToCheck: true };
    const drafts: FindingDraft[] = [];
    const lineText = (file: string, line: number) => files.text(file)?.split('\n')[line - 1] ?? '';
    const at = new Map(graph.nodes.map((node, position) => [node.id, position]));
    for (const cycle of graph.cycles) {
      const [first, next = first] = cycle;
      if (first === undefined || next === undefined || auxiliaryPath.test(first)) continue;
      const line =
        graph.edges.find((edge) => edge.from === at.get(first) && edge.to === at.get(next))?.line ?? 1;
      drafts.push(cycleDraft(cycle, first, line, lineText(first, line)));
    }
    for (const crossing of graph.layerViolations) {
      if (auxiliaryPath.test(crossing.from)) continue;
      drafts.push(
        qualityDraft({
          ruleId: 'structure/layer-crossed',
          subject: `${crossing.fromLayer} imports ${crossing.toLayer}`,
          confidence: 0.6,
          file: crossing.from,
          line: crossing.line,
          snippet: lineText(crossing.from, crossing.line),
          description: `${crossing.from} is in a layer below ${crossing.to} and imports it, so the lower layer changes with the upper one.`,
          recommendation: 'Let the upper layer pass in what the lower one needs.',
          sinkTokens: `${crossing.from} ${crossing.to}`,
        }),
      );
    }
    for (const file of index.files) {
      if (!isProductCode(file)) continue;
      const node = graph.nodes[at.get(file.path) ?? -1];
      const isLarge = file.lines.code > 1_200 && file.functions.length > 60;
      if (!isLarge || !node || node.fanIn + node.fanOut < 20) continue;
      drafts.push(
        qualityDraft({
          ruleId: 'structure/god-module',
          subject: `${file.lines.code} lines, ${file.functions.length} functions`,
          confidence: 0.75,
          file: file.path,
          line: 1,
          description: `${node.fanIn} files import it and it imports ${node.fanOut}: nearly every change goes through it.`,
          recommendation: 'Split it by what changes together.',
          sinkTokens: 'size',
        }),
      );
    }
    return { drafts };
  },
});

function cycleDraft(cycle: readonly string[], file: string, line: number, snippet: string): FindingDraft {
  const way = [...cycle.slice(0, 6), ...(cycle.length > 6 ? ['…'] : []), file].join(' → ');
  return qualityDraft({
    ruleId: 'structure/import-cycle',
    subject: `${cycle.length} files`,
    impact: cycle.length >= 8 ? 'weakening' : 'hygiene',
    confidence: 0.95,
    file,
    line,
    snippet,
    description: `${way}. None of them can be understood, tested or loaded without the others.`,
    recommendation: 'Move what both sides need into a separate file, or invert one import with an interface.',
    sinkTokens: [...cycle].sort().join(' '),
  });
}
