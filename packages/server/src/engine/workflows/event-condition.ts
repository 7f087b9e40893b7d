import { compileContentFilter, compilePlainFilter, LooksOfEvent } from '../delivery/index.ts';
import type { PendingEvent } from '../spine/index.ts';

/** Whether an event meets a workflow's condition. */
export type EventCondition = (event: ConditionedEvent) => boolean;

/**
 * Compiles a condition: the query form of subscriptions' filters, over the whole event. It is judged
 * while the event is being written, so it can neither wait nor run for long, and the number of runs
 * that an event starts is known in its own commit. Throws an Error that says what is wrong.
 */
export function compileCondition(condition: object): EventCondition {
  const judge = compileContentFilter(condition);
  const judgePlainly = compilePlainFilter(condition);
  return (event) => judgePlainly(event) ?? judge(event.parsed(), event.looks);
}

type EventFields = Pick<PendingEvent, 'type' | 'source' | 'fact' | 'payload' | 'data' | 'metadata'>;

/**
 * What conditions see of an event: its own fields, so that paths begin with `data.`, `metadata.`, `source` or
 * `type`. JSON is parsed when the first one asks, and what a client sent not again: it came as JSON.
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

  /** The same as plain JSON: a payload as a client sent it may hold numbers that are kept as text. */
  parsed() {
    const { type, source, metadata } = this;
    this.#parsed ??= { type, source, data: JSON.parse(this.#event.data) as object, metadata };
    return this.#parsed;
  }
}
