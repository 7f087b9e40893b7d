import {
  type ConfigurationChange,
  changedFields,
  configurationEvents,
} from '../../../engine/catalog/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { Workflow } from './workflow.repository.ts';

const fieldNames = {
  name: 'name',
  description: 'description',
  pattern: 'trigger',
  condition: 'trigger',
  actions: 'actions',
} as const;

/** Builds the events that record what somebody did with a workflow. */
export function workflowEvents(
  { id, orgId, name }: Pick<Workflow, 'id' | 'orgId' | 'name'>,
  action: ConfigurationChange['action'],
  fields: readonly string[] = [],
) {
  return configurationEvents({
    orgId,
    thing: 'workflow',
    id: formatId('wfl', id),
    action,
    name,
    fields: [...new Set(fields)],
  });
}

/** Builds the event for a changed workflow; just enabling or disabling it has an event type of its own. */
export function workflowChange(before: Workflow, after: Workflow) {
  const fields = changedFields(before, after, fieldNames);
  if (before.enabled === after.enabled) return workflowEvents(after, 'changed', fields);
  return workflowEvents(after, after.enabled ? 'enabled' : 'disabled', fields);
}
