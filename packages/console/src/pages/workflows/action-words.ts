import { useRead } from '../../api/read.ts';
import type { ActionKind } from './workflow-form.ts';

/** What an action does, in words: `Publish an event`. */
export function deedOf({ description }: Pick<ActionKind, 'description'>): string {
  return description.replace(/\.$/, '');
}

/** The words for the name of an action; the name itself for one that this service does not know. */
export function useDeeds(): (action: string) => string {
  const kinds = useRead('listWorkflowActions', {});
  return (action) => {
    const kind = kinds.data?.actions.find((one) => one.action === action);
    return kind === undefined ? action : deedOf(kind);
  };
}
