import type { Evidence } from '@trivium/scanner';
import { cutText } from '../../../kit/cut-text.ts';
import { type Json, listOf, objectOf, positive, textOf } from './sarif-json.ts';

/** Max. steps of a path. */
const MAX_STEPS = 30;

/** The position of a location; without a region, the first line. */
export function placeOf(location: Json) {
  const physical = objectOf(location.physicalLocation);
  const region = objectOf(physical.region);
  const line = positive(region.startLine) ?? 1;
  return {
    file: pathOf(textOf(objectOf(physical.artifactLocation).uri) ?? ''),
    line,
    endLine: positive(region.endLine) ?? line,
    column: positive(region.startColumn) ?? 1,
    snippet: cutText(textOf(objectOf(region.snippet).text) ?? '', 2_000),
  };
}

/** The path from source to sink, if the tool has one (section 3.36). */
export function evidenceOf(result: Json): Evidence[] {
  const flow = listOf(objectOf(listOf(result.codeFlows)[0]).threadFlows)[0] ?? {};
  const places = listOf(flow.locations).map(({ location }) => placeOf(objectOf(location)));
  const told = places.length > MAX_STEPS ? [...places.slice(0, MAX_STEPS - 1), ...places.slice(-1)] : places;
  return told.map(({ file, line, snippet }, index) => ({
    file,
    line,
    role: index === told.length - 1 ? 'sink' : index === 0 ? 'source' : 'step',
    snippet,
  }));
}

/** A path as in archives; empty when it points outside. */
function pathOf(uri: string): string {
  let path = uri.replace(/^file:\/\//, '').replaceAll('\0', '');
  try {
    path = decodeURIComponent(path);
  } catch {
    // It stays as written.
  }
  const inside = path.replaceAll('\0', '').replace(/^(\.?\/)+/, '');
  return inside.split(/[\\/]/).includes('..') ? '' : cutText(inside, 4_096);
}
