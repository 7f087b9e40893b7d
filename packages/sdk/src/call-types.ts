import type { Operations, operations } from './api.generated.ts';

export type OperationId = keyof Operations;

/** Operations that answer lists in pages. */
export type ListId = {
  [Id in OperationId]: (typeof operations)[Id] extends { items: string } ? Id : never;
}[OperationId];

/** What the list of an operation holds. */
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

/** What a call takes: parameters of the path, the query, the body. */
export type CallInput<Id extends OperationId> = Inputs[Id];

/** What a call takes: nothing, where nothing in the input is needed. */
type Rest<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export type Api = {
  readonly [Id in OperationId]: (...rest: Rest<Inputs[Id]>) => Promise<Operations[Id]['response']>;
};

export type Pages = {
  readonly [Id in ListId]: (...rest: Rest<Inputs[Id]>) => AsyncGenerator<ItemOf<Id>>;
};

/** By operation, so that the compiler works each out once and never all together. */
type Inputs = {
  [Id in OperationId]: Given<'params', Operations[Id]['params']> &
    Given<'query', Operations[Id]['query']> &
    Given<'body', Operations[Id]['body']> &
    CallOptions;
};

export interface CallOptions {
  /** Under the same key a POST is done once, however often it is sent; made for each call unless told. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
