import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import type { Option } from '../../parts/fields.tsx';

/** The other names of the same fact, such as `application.uploaded` of `code.upload.complete`. */
export function useAliases(type: string | undefined): string[] {
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  return catalog.data?.event_types.find(({ name }) => name === type)?.aliases ?? [];
}

/** The types of the catalogue, to choose from. */
export function useEventTypes(): Option[] {
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  return (catalog.data?.event_types ?? []).map(({ name, trigger, aliases }) => ({
    id: name,
    label: name,
    // One fact may have several names; whoever chooses must know that they are one.
    detail: aliases.length === 0 ? trigger : `${trigger} Same as ${aliases.join(', ')}.`,
  }));
}
