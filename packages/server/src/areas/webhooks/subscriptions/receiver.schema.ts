import { type Static, type TSchema, Type } from 'typebox';
import type { ReceiverInput, ReceiverSettings } from '../../../engine/delivery/index.ts';

const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const retry = Type.Object(
  {
    delays: Type.Optional(
      nullable(
        Type.Array(Type.Integer({ minimum: 0, maximum: 2_592_000 }), { minItems: 1, maxItems: 20 }),
        'Seconds before each attempt, counted from the previous one: as many attempts as numbers, 30 days in all at most.',
      ),
    ),
    timeout_seconds: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1, maximum: 30 }),
        'From the DNS look-up to the last byte of the answer.',
      ),
    ),
    success: Type.Optional(
      nullable(
        Type.Array(Type.String({ pattern: '^[2-5]\\d\\d(-[2-5]\\d\\d)?$', maxLength: 7 }), {
          minItems: 1,
          maxItems: 20,
        }),
        'Statuses, and ranges of them, that are a success: `["200-299", "409"]`.',
      ),
    ),
  },
  { additionalProperties: false },
);

const retryField = nullable(
  retry,
  "The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription.",
);

/** What a create or update body may say of the receiver's own ways. */
export const receiverFields = { retry: Type.Optional(retryField) };

/** What answers tell of them: never a secret. */
export const receiverAnswer = { retry: retryField };

type ReceiverBody = Static<ReturnType<typeof bodyOf>>;
const bodyOf = () => Type.Object(receiverFields);

export function toReceiverInput({ retry }: ReceiverBody): ReceiverInput {
  return {
    retry: retry && {
      delays: retry.delays ?? null,
      timeoutSeconds: retry.timeout_seconds ?? null,
      success: retry.success ?? null,
    },
  };
}

export function toReceiverAnswer({ retry }: ReceiverSettings) {
  return {
    retry: retry
      ? { delays: retry.delays, timeout_seconds: retry.timeoutSeconds, success: retry.success }
      : null,
  };
}
