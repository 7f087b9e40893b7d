import { nullable } from '../../kit/http/index.ts';
import { configurationActions, configurationSubjects } from './configuration.ts';
import { defineFact } from './fact.ts';
import { fields, id, listOf, oneOf, text } from './payload-fields.ts';

/**
 * What people and keys configure, apart from each other and the organization. The name is Trivium's own and
 * in no catalogue of the interface.
 */
export const configurationFacts = [
  defineFact({
    key: 'access_configuration_changed',
    platform: 'system',
    trigger: 'A person or an API key made, changed or ended something that is configured.',
    names: { events: 'access.configuration.changed', webhooks: 'access.configuration.changed' },
    data: fields({
      thing: oneOf(configurationSubjects, 'What kind of thing it is.'),
      thing_id: nullable(
        id('The thing.'),
        'The id of the thing; null if there is only one per organization.',
      ),
      action: oneOf(configurationActions, 'What was done with it.'),
      fields: listOf(
        text('A field, by its name in the API.'),
        'The names of the fields that changed. Values are never included.',
      ),
      name: nullable(
        text('What it is called.'),
        'What the thing is called; null where it has no name, or one that could be a person’s.',
      ),
      part_of: nullable(
        id('What it belongs to.'),
        'The thing that it belongs to, such as the contract of an alert rule; null for none.',
      ),
    }),
    sample: {
      thing: 'webhook_subscription',
      thing_id: 'whs_01a1e8e968777e1fa15e7862c7abe22a',
      action: 'changed',
      fields: ['url', 'events'],
      name: 'Orders',
      part_of: null,
    },
  }),
] as const;
