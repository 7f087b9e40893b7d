import type { Operations, operations } from './api.generated.ts';

export type OperationId = keyof Operations;

/** Operations that return paginated lists. */
export type ListId = {
  [Id in OperationId]: (typeof operations)[Id] extends { items: string } ? Id : never;
}[OperationId];

/** The item type of an operation's list. */
export type ItemOf<Id extends ListId> = (typeof operations)[Id] extends { items: infer Name extends string }
  ? Operations[Id]['response'] extends { [Key in Name]: (infer Item)[] }
    ? Item
    : never
  : never;

type Given<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : undefined extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/** Input of a call: path parameters, query, body. */
export type CallInput<Id extends OperationId> = Inputs[Id];

/** Arguments of a call: the input is optional when none of its fields is required. */
type Rest<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export type Api = {
  readonly [Id in OperationId]: (...rest: Rest<Inputs[Id]>) => Promise<Operations[Id]['response']>;
};

export type Pages = {
  readonly [Id in ListId]: (...rest: Rest<Inputs[Id]>) => AsyncGenerator<ItemOf<Id>>;
};

/** Per operation, so that the compiler resolves each one separately and only once. */
type Inputs = {
  [Id in OperationId]: Given<'params', Operations[Id]['params']> &
    Given<'query', Operations[Id]['query']> &
    Given<'body', Operations[Id]['body']> &
    CallOptions;
};

export interface CallOptions {
  /**
   * A POST is performed once per key, however often it is sent; by default a new key is generated for each
   * call.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
