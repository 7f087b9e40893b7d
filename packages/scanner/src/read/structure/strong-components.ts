interface Place {
  id: number;
  next: Place[];
  /** Visiting order; -1 before the visit. */
  order: number;
  low: number;
  isOpen: boolean;
}

interface Visit {
  place: Place;
  edge: number;
  above: Visit | undefined;
}

/**
 * The strongly connected components of a graph (Tarjan, without recursion), each as its nodes' numbers.
 * @param targets for each node, the targets of its edges
 */
export function strongComponents(targets: readonly Iterable<number>[]): number[][] {
  const places = targets.map((_, id): Place => ({ id, next: [], order: -1, low: 0, isOpen: false }));
  for (const { id, next } of places)
    for (const to of targets[id] ?? []) {
      const target = places[to];
      if (target !== undefined) next.push(target);
    }
  const open: Place[] = [];
  const components: number[][] = [];
  let met = 0;
  const visit = (place: Place, above: Visit | undefined): Visit => {
    place.order = place.low = met++;
    place.isOpen = true;
    open.push(place);
    return { place, edge: 0, above };
  };
  for (const root of places) {
    if (root.order !== -1) continue;
    for (let top: Visit | undefined = visit(root, undefined); top !== undefined; ) {
      const { place, above }: Visit = top;
      const target = place.next[top.edge++];
      if (target === undefined) {
        if (above !== undefined) above.place.low = Math.min(above.place.low, place.low);
        if (place.low === place.order) components.push(closed(open, place));
        top = above;
      } else if (target.order === -1) top = visit(target, top);
      else if (target.isOpen) place.low = Math.min(place.low, target.order);
    }
  }
  return components;
}

/** Pops the component that ends with `root` from the open nodes. */
function closed(open: Place[], root: Place): number[] {
  const members = open.splice(open.lastIndexOf(root));
  for (const member of members) member.isOpen = false;
  return members.map(({ id }) => id);
}
