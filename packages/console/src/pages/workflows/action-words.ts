import { useRead } from '../../api/read.ts';
import type { ActionKind } from './workflow-form.ts';

/** An action in words: `Publish an event`. */
export function deedOf({ description }: Pick<ActionKind, 'description'>): string {
  return description.replace(/\.$/, '');
}

/** An action's description by name; the name itself if this service does not know it. */
export function useDeeds(): (action: string) => string {
  const kinds = useRead('listWorkflowActions', {});
  return (action) => {
    const kind = kinds.data?.actions.find((one) => one.action === action);
    return kind === undefined ? action : deedOf(kind);
  };
}
