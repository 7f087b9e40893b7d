import type { ClassIr } from '../../../ir/ir.ts';

/** A class whose constructor takes its fields in order. */
export function isData({ annotations, bases }: ClassIr): boolean {
  return (
    annotations.some(({ name }) => /(?:^|\.)(?:dataclass|define|frozen|attrs|s|attributes)$/.test(name)) ||
    bases.some((base) => /(?:^|\.)(?:NamedTuple|Struct)$/.test(base))
  );
}
