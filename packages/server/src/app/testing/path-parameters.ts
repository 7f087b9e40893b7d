import { required } from '../../kit/required.ts';

/** The parent of things that are below something else in paths, such as a run's workflow. */
const parents = new Map<string, string>();

export function noteParent(id: string, parentId: string): void {
  parents.set(id, parentId);
}

/** Gives an id that does not exist the same parent as another id. */
export function usePlaceOf(id: string, other: string): void {
  const parent = parents.get(other);
  if (parent !== undefined) parents.set(id, parent);
}

/** The parameters of a path that ends with the id; `a/b` gives both ids of a path with two. */
export function everyParameter(path: string, id: string): Record<string, string> {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => required(name, 'name'));
  const [, first, last] = (names.length > 1 && /^([^/]+)\/([^/]+)$/.exec(id)) || [
    id,
    parents.get(id) ?? id,
    id,
  ];
  return Object.fromEntries(
    names.map((name, i) => [name, i < names.length - 1 ? required(first, 'first') : required(last, 'last')]),
  );
}
