import { type Static, Type } from 'typebox';
import { invalidField } from '../../../kit/errors/index.ts';
import { named, nullable } from '../../../kit/http/index.ts';
import type { Ordering } from '../order-key.ts';
import { PAYLOAD_PATH_FORM, parsePayloadPath } from '../payload-path.ts';
import type { OrderingInput } from './subscription-record.ts';

/** The ordering of deliveries, as callers send it and as it is returned. */
export const orderingField = named(
  'DeliveryOrdering',
  Type.Union(
    [
      Type.Literal('all'),
      Type.Object(
        {
          key: Type.String({
            minLength: 1,
            maxLength: 1_000,
            description: `Where the key stands in the event: ${PAYLOAD_PATH_FORM}, such as \`data.order_id\`.`,
          }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ],
    {
      description:
        'Sends deliveries with the same key one after another, in the order of the log: `{"key": "data.order_id"}`; `"all"` for all of them. An event whose key is missing, null, an empty text, an object or a list is sent without order. Null: no order. A change holds for events published from then on.',
    },
  ),
);

export const onFailureField = nullable(
  Type.String({ enum: ['block', 'skip'] }),
  'With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent.',
);

interface OrderingWire {
  ordering: Static<typeof orderingField>;
  onFailure: string | null;
}

export function toOrderingWire(ordering: Ordering | null): OrderingWire {
  if (ordering === null) return { ordering: null, onFailure: null };
  const { path, onFailure } = ordering;
  return { ordering: path.length === 0 ? 'all' : { key: ['data', ...path].join('.') }, onFailure };
}

/** The body's fields under the engine's names. A null `onFailure` counts as omitted. */
export function readOrdering(
  given: {
    [K in keyof OrderingWire]?: OrderingWire[K] | undefined;
  },
): OrderingInput | null | undefined {
  const { ordering } = given;
  const onFailure = (given.onFailure ?? undefined) as Ordering['onFailure'] | undefined;
  if (ordering === undefined || ordering === null) {
    return onFailure === undefined ? ordering : { path: ordering, onFailure };
  }
  if (ordering === 'all') return { path: [], onFailure };
  const path = parsePayloadPath(ordering.key);
  if (path !== undefined) return { path, onFailure };
  throw invalidField(
    'ordering.key',
    `\`ordering.key\` must be a path such as \`data.order_id\`: ${PAYLOAD_PATH_FORM}.`,
  );
}
