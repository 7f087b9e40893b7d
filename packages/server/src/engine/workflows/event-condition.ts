import { compileContentFilter, compilePlainFilter, LooksOfEvent } from '../delivery/index.ts';
import type { PendingEvent } from '../spine/index.ts';

/** Whether an event meets a workflow's condition. */
export type EventCondition = (event: ConditionedEvent) => boolean;

/**
 * Compiles a condition: the query syntax of subscription filters, on the whole event. It is evaluated while
 * the event is being written, so it cannot wait or run for long, and the number of runs that an event starts
 * is known in its own commit. Throws an Error that says what is wrong.
 */
export function compileCondition(condition: object): EventCondition {
  const judge = compileContentFilter(condition);
  const judgePlainly = compilePlainFilter(condition);
  return (event) => judgePlainly(event) ?? judge(event.parsed(), event.looks);
}

type EventFields = Pick<PendingEvent, 'type' | 'source' | 'fact' | 'payload' | 'data' | 'metadata'>;

/**
 * An event as conditions see it: its own fields, so that paths begin with `data.`, `metadata.`, `source` or
 * `type`. JSON is parsed when first needed; a client's payload is not parsed again, since it arrived as JSON.
 */
export class ConditionedEvent {
  readonly type: string;
  readonly source: string;
  readonly looks = new LooksOfEvent();
  readonly #event: EventFields;
  #metadata: object | undefined;
  #parsed: { type: string; source: string; data: object; metadata: object } | undefined;

  constructor(event: EventFields) {
    this.type = event.type;
    this.source = event.source;
    this.#event = event;
  }

  get data(): object {
    return this.#event.fact === null ? this.#event.payload : this.parsed().data;
  }

  get metadata(): object {
    this.#metadata ??= JSON.parse(this.#event.metadata) as object;
    return this.#metadata;
  }

  /** The same as plain JSON: a client's payload may contain numbers kept as text. */
  parsed() {
    const { type, source, metadata } = this;
    this.#parsed ??= { type, source, data: JSON.parse(this.#event.data) as object, metadata };
    return this.#parsed;
  }
}
