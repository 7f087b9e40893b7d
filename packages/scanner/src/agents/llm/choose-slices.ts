import { exposureOf } from '../../rules/source-view.ts';
import type { AgentInput } from '../../types/agent.ts';
import type { Category } from '../../types/finding.ts';

/** A piece of code for the model, with numbered lines. */
export interface CodeSlice {
  path: string;
  from: number;
  to: number;
  text: string;
}

const CONTEXT_LINES = 12;
const MAX_SLICE_LENGTH = 160;

interface Spot {
  path: string;
  line: number;
  endLine: number;
  weight: number;
}

/**
 * The places that the index suggests for a category, best first, up to a number of characters: code reached by input,
 * routes, functions with many paths, undocumented exports. `textOf` returns the text that may be shown.
 */
export function chooseSlices(
  category: Category,
  input: AgentInput,
  textOf: (path: string) => string | undefined,
  maxCharacters: number,
): CodeSlice[] {
  const own = new Map(
    input.index.files
      .filter(
        (file) => file.kind === 'code' && !file.isVendored && !file.isGenerated && file.status !== 'skipped',
      )
      .map((file) => [file.path, file]),
  );
  const spots = spotsOf(category, input)
    .filter(({ path }) => {
      const file = own.get(path);
      return file !== undefined && (category === 'testing' || exposureOf(file) !== 'test');
    })
    .sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  const slices: CodeSlice[] = [];
  const taken = new Map<string, [number, number][]>();
  let characters = 0;
  for (const spot of spots) {
    const lines = textOf(spot.path)?.split('\n');
    if (!lines) continue;
    const from = Math.max(1, spot.line - CONTEXT_LINES);
    const to = Math.min(lines.length, Math.min(spot.endLine, spot.line + MAX_SLICE_LENGTH) + CONTEXT_LINES);
    const ranges = taken.get(spot.path) ?? [];
    if (ranges.some(([start, end]) => from < end && start < to)) continue;
    const text = lines
      .slice(from - 1, to)
      .map((line, index) => `${from + index} | ${line.slice(0, 400)}`)
      .join('\n');
    if (characters + text.length > maxCharacters) break;
    characters += text.length;
    taken.set(spot.path, [...ranges, [from, to]]);
    slices.push({ path: spot.path, from, to, text });
  }
  return slices;
}

const sensitive =
  /auth|login|password|token|admin|permission|upload|download|query|exec|render|redirect|payment|transfer|import|parse/i;

function spotsOf(category: Category, { index }: AgentInput): Spot[] {
  const functions = index.files.flatMap((file) => file.functions.map((one) => ({ path: file.path, ...one })));
  if (category === 'testing') {
    return index.files.flatMap((file) =>
      file.testCases.map((test) => ({
        path: file.path,
        line: test.line,
        endLine: test.endLine,
        weight: test.assertions === 0 ? 3 : 1,
      })),
    );
  }
  const spots: Spot[] = index.routes.map((route) => ({
    path: route.file,
    line: route.line,
    endLine: route.line + 15,
    weight: 20,
  }));
  if (category === 'security') {
    for (const flow of index.taint)
      spots.push({
        path: flow.sink.file,
        line: flow.sink.line,
        endLine: flow.sink.endLine,
        weight: 40 * flow.confidence,
      });
  }
  for (const one of functions) {
    const weight =
      category === 'security'
        ? (sensitive.test(one.name) ? 15 : 0) + Math.min(one.cyclomatic, 20) / 4
        : one.cognitive + (category === 'documentation' && one.isExported && !one.hasDoc ? 20 : 0);
    spots.push({ path: one.path, line: one.line, endLine: one.endLine, weight });
  }
  return spots;
}
