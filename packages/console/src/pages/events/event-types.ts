import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import type { Option } from '../../parts/fields.tsx';

/** Aliases of the same fact, such as `application.uploaded` for `code.upload.complete`. */
export function useAliases(type: string | undefined): string[] {
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  return catalog.data?.event_types.find(({ name }) => name === type)?.aliases ?? [];
}

/** The catalogue's types, as options. */
export function useEventTypes(): Option[] {
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  return (catalog.data?.event_types ?? []).map(({ name, trigger, aliases }) => ({
    id: name,
    label: name,
    // A fact may have several names; show that they are the same.
    detail: aliases.length === 0 ? trigger : `${trigger} Same as ${aliases.join(', ')}.`,
  }));
}
