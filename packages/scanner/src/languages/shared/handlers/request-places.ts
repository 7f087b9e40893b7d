import { describe } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import { requestPlaces } from '../library/request-places.ts';

const placesOf = Map.groupBy(
  requestPlaces.flatMap((place, at) =>
    place.languages.split(' ').map((language) => ({ ...place, language, at })),
  ),
  ({ language }) => language,
);

/**
 * The name of the request storage that a value is, when accessed by field, by element or by a call. Null for any
 * other value.
 */
export function placeOfRequest(m: Machine, value: Value, form: string, written: string): string | null {
  const places = placesOf.get(m.file.language);
  if (places === undefined) return null;
  for (const { by, on, at } of places) {
    if (typeof by === 'string' ? by !== form : !by.test(form)) continue;
    if (on.test(describe(value, written))) return `${at}`;
  }
  return null;
}
