export interface FacetOption {
  id: string;
  label: string;
}

/** The options of before if they are the same, so that a field with them is not rendered again. */
export function sameOptions(now: FacetOption[], before: FacetOption[]): FacetOption[] {
  const isSame =
    now.length === before.length &&
    now.every(({ id, label }, at) => id === before[at]?.id && label === before[at].label);
  return isSame ? before : now;
}
