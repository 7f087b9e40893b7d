import { asText, parseJsonObject } from '../read/json-values.ts';
import { exposureOf } from '../rules/source-view.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { CheckOutcome, ReadinessFacts } from './check.ts';

export const own = (facts: ReadinessFacts): IndexedFile[] =>
  facts.index.files.filter(
    (file) => file.kind === 'code' && !file.isVendored && !file.isGenerated && exposureOf(file) !== 'test',
  );

/** Full marks from `good` on, none below `poor`, proportional in between. */
export function inProportion(
  value: number,
  poor: number,
  good: number,
  evidence: CheckOutcome['evidence'] = [],
): CheckOutcome {
  const share = Math.max(0, Math.min(1, (value - poor) / (good - poor)));
  return {
    status: share >= 1 ? 'pass' : share <= 0 ? 'fail' : 'partial',
    share: Math.round(share * 100) / 100,
    evidence,
  };
}

/** The package.json with the shortest path, or an empty object. */
export function rootPackage(
  facts: ReadinessFacts,
): { path: string; json: Record<string, unknown> } | undefined {
  const path = facts.dependencies.manifests
    .filter((one) => /(?:^|\/)package\.json$/.test(one))
    .sort((a, b) => a.length - b.length)[0];
  try {
    return path === undefined ? undefined : { path, json: parseJsonObject(facts.files.text(path) ?? '') };
  } catch {
    return undefined;
  }
}

export function manifestText(facts: ReadinessFacts): { path: string; text: string } | undefined {
  const path = [
    ...facts.dependencies.manifests,
    ...facts.dependencies.lockfiles.filter((one) => one.endsWith('go.mod')),
  ].sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
  const text = path === undefined ? undefined : facts.files.text(path);
  return path === undefined || text === undefined ? undefined : { path, text };
}

/** The version in the manifest, or null. */
export function statedVersion(facts: ReadinessFacts): string | null {
  const root = rootPackage(facts);
  if (root) return asText(root.json.version);
  const manifest = manifestText(facts);
  if (!manifest) return null;
  return (
    /^[^\S\n]*version\s*=\s*["']([^"']+)["']/m.exec(manifest.text)?.[1] ??
    /<version>\s*([^<$]+?)\s*<\/version>/i.exec(
      manifest.text.replace(/<(?:parent|dependency|plugin)>[\s\S]*?<\/(?:parent|dependency|plugin)>/g, ''),
    )?.[1] ??
    null
  );
}
