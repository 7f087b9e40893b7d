import { ExactNumber } from '../../api/exact-numbers.ts';

const MAX_LENGTH = 60;
/** Service ids and timestamps, which say nothing about what happened. */
const OPAQUE =
  /^[a-z]{2,6}_[0-9a-f]{32}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$|^[0-9a-f-]{36}$|^[0-9a-f]{32}$|^[0-9a-f]{64}$/;

/** The first meaningful scalar values of a payload, to distinguish events of one type. */
export function gistOf(data: Record<string, unknown>, most = MAX_LENGTH): string {
  const plain = Object.entries(data).filter(
    ([, value]) => typeof value !== 'object' || value === null || value instanceof ExactNumber,
  );
  const telling = plain.filter(([, value]) => value !== null && !OPAQUE.test(String(value)));
  const parts = (telling.length > 0 ? telling : plain).map(([name, value]) => `${name}: ${String(value)}`);
  const text = parts.join(', ');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
