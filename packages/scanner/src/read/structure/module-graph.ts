import { posix } from 'node:path';
import type { IndexedFile } from '../../types/file-facts.ts';
import type { ModuleGraph, ModuleNode } from '../../types/module-graph.ts';
import { strongComponents } from './strong-components.ts';

const layerNames: [RegExp, string][] = [
  [/^(?:tests?|__tests__|spec|e2e)$/i, 'test'],
  [/^(?:ui|views?|pages?|components?|frontend|client|web|templates|screens|widgets|presentation)$/i, 'ui'],
  [
    /^(?:api|routes?|routers?|controllers?|handlers?|endpoints?|resources|rest|graphql|resolvers|http|servlets?)$/i,
    'api',
  ],
  [/^(?:services?|usecases?|use-cases|business|logic)$/i, 'service'],
  [/^(?:domain|models?|entities|entity)$/i, 'domain'],
  [
    /^(?:data|dao|daos|db|database|repository|repositories|persistence|store|stores|storage|mappers?|migrations)$/i,
    'data',
  ],
  [/^(?:infra|infrastructure|adapters|clients|integrations|messaging|config)$/i, 'infrastructure'],
];

/**
 * File name suffixes that say what a file is; in the middle of a name the same words say what it is about.
 */
const fileEnds: [RegExp, string | null][] = [
  [/^(?:controllers?|routes?|routers?|resolvers?|endpoints?|servlet)$/i, 'api'],
  [/^(?:services?|usecases?)$/i, 'service'],
  [/^(?:entity|model)$/i, 'domain'],
  [/^(?:repository|dao)$/i, 'data'],
  [/^(?:component|page|view|screen)$/, 'ui'],
  // What all layers share belongs to none.
  [/^(?:utils?|helpers?|types?|dto|constants?|errors?|interfaces?|schemas?|mapper|client|config)$/i, null],
];

/** Files of pages: files next to them are browser routes. */
const markupFile = /\.(?:tsx|jsx|vue|svelte|astro)$/;

/** What each layer must not import: lower layers do not know the ones above. */
const forbidden: Record<string, readonly string[]> = {
  service: ['ui', 'api'],
  domain: ['ui', 'api', 'service', 'data', 'infrastructure'],
  data: ['ui', 'api', 'service'],
  infrastructure: ['ui', 'api'],
};

/** This many imports against the layers are reported even if hardly any follow them. */
const FEW = 3;

export function buildModuleGraph(files: readonly IndexedFile[]): ModuleGraph {
  const code = files.filter((file) => file.kind === 'code' && file.status !== 'skipped');
  const indexOf = new Map(code.map((file, index) => [file.path, index]));
  const edges: ModuleGraph['edges'] = [];
  const fanIn = new Map<number, number>();
  const targets = code.map((file, from) => {
    const seen = new Set<number>();
    for (const fact of file.imports) {
      const to = fact.resolved === null ? undefined : indexOf.get(fact.resolved);
      if (to === undefined || seen.has(to)) continue;
      seen.add(to);
      fanIn.set(to, (fanIn.get(to) ?? 0) + 1);
      edges.push({ from, to, line: fact.line });
    }
    return [...seen];
  });
  const nodes = code.map((file, index): ModuleNode => {
    const imported = fanIn.get(index) ?? 0;
    const fanOut = targets[index]?.length ?? 0;
    const total = imported + fanOut;
    return {
      id: file.path,
      group: posix.dirname(file.path),
      layer: file.isTest ? 'test' : layerOf(file.path),
      fanIn: imported,
      fanOut,
      instability: total === 0 ? 0 : round(fanOut / total, 3),
    };
  });
  const connected = nodes.filter((node) => node.fanIn + node.fanOut > 0);
  return {
    nodes,
    edges,
    cycles: findCycles(targets).map((component) => component.flatMap((index) => nodes[index]?.id ?? [])),
    layerViolations: crossings(nodes, edges),
    avgInstability:
      connected.length === 0
        ? 0
        : round(connected.reduce((sum, node) => sum + node.instability, 0) / connected.length, 3),
  };
}

/** Imports against the layers, for pairs of layers that the application otherwise keeps apart. */
function crossings(
  nodes: readonly ModuleNode[],
  edges: ModuleGraph['edges'],
): ModuleGraph['layerViolations'] {
  const counts = new Map<string, number>();
  const countOf = (from: string | null, to: string | null) => counts.get(`${from} ${to}`) ?? 0;
  const imports = edges.flatMap(({ from, to, line }) => {
    const [importer, imported] = [nodes[from], nodes[to]];
    return importer && imported ? [{ from: importer, to: imported, line }] : [];
  });
  for (const { from, to } of imports)
    counts.set(`${from.layer} ${to.layer}`, countOf(from.layer, to.layer) + 1);
  return imports.flatMap(({ from, to, line }) => {
    if (from.layer === null || to.layer === null || !forbidden[from.layer]?.includes(to.layer)) return [];
    const against = countOf(from.layer, to.layer);
    const along = countOf(to.layer, from.layer);
    // If as many imports go the other way, the folder names mean something else.
    if (along === 0 || (against > FEW && against * 4 > along)) return [];
    return [{ from: from.id, to: to.id, line, fromLayer: from.layer, toLayer: to.layer }];
  });
}

/**
 * The layer named by the file's suffix (`user.controller.ts`, `UserRepository.java`), or by the innermost
 * matching folder.
 */
function layerOf(path: string): string | null {
  const name = posix.basename(path).replace(/\.\w+$/, '');
  const end = /[._-](\w+)$/.exec(name)?.[1] ?? /[a-z0-9]([A-Z][a-z]+)$/.exec(name)?.[1];
  if (end !== undefined) {
    const known = fileEnds.find(([pattern]) => pattern.test(end));
    if (known !== undefined) return known[1];
  }
  for (const part of posix.dirname(path).split('/').reverse()) {
    const layer = layerNames.find(([pattern]) => pattern.test(part))?.[1];
    if (layer !== undefined) return layer === 'api' && markupFile.test(path) ? 'ui' : layer;
  }
  return null;
}

/**
 * Strongly connected components of the imports; each in the order of a cycle through all members, if there is
 * one.
 */
function findCycles(targets: readonly number[][]): number[][] {
  return strongComponents(targets)
    .filter(([one, another]) => another !== undefined || (one !== undefined && targets[one]?.includes(one)))
    .map((component) => inCycleOrder(component, targets))
    .sort(([one = 0], [other = 0]) => one - other);
}

/**
 * Starts at the smallest member and follows edges inside the component as far as possible; the rest is
 * appended.
 */
function inCycleOrder(component: readonly number[], targets: readonly number[][]): number[] {
  const members = new Set(component);
  const ordered: number[] = [];
  let current: number | undefined = Math.min(...component);
  while (current !== undefined) {
    ordered.push(current);
    members.delete(current);
    current = targets[current]?.find((target) => members.has(target));
  }
  return [...ordered, ...[...members].sort((a, b) => a - b)];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
