import { useMay } from '../api/client.ts';
import { useRead } from '../api/read.ts';
import type { Option } from './fields.tsx';

interface Actor {
  id: string;
  name: string | null;
}

/**
 * Selectable actors: the organization's people and keys if the user may see them, those in the list, and the
 * one already chosen.
 */
export function useActors(
  seen: readonly Actor[],
  chosen: string | undefined,
  { removed = false }: { removed?: boolean } = {},
): Option[] {
  const read = { enabled: useMay('admin') };
  const users = useRead('listUsers', { query: { limit: 100, ...(removed && { removed }) } }, read);
  const keys = useRead('listKeys', { query: { limit: 100 } }, read);
  const known = new Map<string, string>([
    ...(chosen ? [[chosen, chosen] as const] : []),
    ...seen.map(({ id, name }) => [id, name ?? id] as const),
    ...(users.data?.users ?? []).map(({ id, name }) => [id, name] as const),
    ...(keys.data?.keys ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const options = [...known].map(([id, name]) => ({
    id,
    label: name,
    detail: id.startsWith('key_') ? 'API key' : 'Person',
  }));
  options.sort((one, other) => one.label.localeCompare(other.label));
  return [{ id: '', label: 'Everybody' }, ...options];
}
