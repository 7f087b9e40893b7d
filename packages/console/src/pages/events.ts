import { html, type TemplateResult } from 'lit-html';
import type { StreamedEvent } from '../../../sdk/src/index.ts';
import type { OpenPage, PageContext } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm } from '../parts/form.ts';
import { json, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showProblem } from '../parts/problem.ts';

/** How many of the live events stay on the page. */
const LIVE = 50;

/** The log: what was published before, and what is published now. */
export const openEvents: OpenPage = (context) => {
  const { query } = context;
  const given = Object.fromEntries(query);
  const list = new List(context, {
    operation: 'queryEvents',
    items: 'events',
    query: given,
    columns: [
      { title: 'Type', of: (event) => html`<a href="#/events/${event.eventId}">${event.type}</a>` },
      { title: 'Source', of: (event) => event.source },
      { title: 'When', of: (event) => moment(event.timestamp) },
      { title: 'Correlation', of: (event) => event.metadata?.correlationId },
    ],
    empty: 'No event matches.',
  });
  const live = new LiveEvents(context, query.get('type') ?? undefined);
  const search = showForm(
    [
      { name: 'type', label: 'Type', hint: 'order.*', value: query.get('type') ?? '' },
      { name: 'source', label: 'Source', value: query.get('source') ?? '' },
      { name: 'correlationId', label: 'Correlation', value: query.get('correlationId') ?? '' },
    ],
    'Find',
    (typed) => {
      location.hash = `#/events?${new URLSearchParams(typed)}`;
    },
  );
  return () => html`<h1>Events</h1>
    ${search}
    <h2>Live</h2>
    ${live.show()}
    <h2>Log</h2>
    ${list.show()}`;
};

class LiveEvents {
  readonly #context: PageContext;
  #events: StreamedEvent[] = [];
  #problem: unknown;

  constructor(context: PageContext, type: string | undefined) {
    this.#context = context;
    void this.#follow(type).catch((error: unknown) => {
      if (context.signal.aborted) return;
      this.#problem = error;
      context.redraw();
    });
  }

  async #follow(type: string | undefined): Promise<void> {
    const { trivium, signal, redraw } = this.#context;
    for await (const event of trivium.events.tail({ ...(type !== undefined && { type }), signal })) {
      this.#events = [event, ...this.#events.slice(0, LIVE - 1)];
      redraw();
    }
  }

  show(): TemplateResult {
    if (this.#problem !== undefined) return showProblem(this.#problem);
    if (this.#events.length === 0) return html`<p class="quiet">Waiting for the next event …</p>`;
    return html`<ol class="live" aria-live="polite">
      ${this.#events.map(
        ({ eventId, type, source, timestamp }) =>
          html`<li><a href="#/events/${eventId}">${type}</a> from ${source}, ${moment(timestamp)}</li>`,
      )}
    </ol>`;
  }
}

/** One event, those of the same user action, and the proof that the log holds it. */
export const openEvent: OpenPage = (context) => {
  const { api } = context.trivium;
  const eventId = context.params.id!;
  const event = new Loaded(context, () => api.readEvent({ params: { eventId } }));
  const actions = new Actions(context);
  const prove = async () => json(await api.proveEvent({ params: { eventId } }));
  return () => html`<h1>Event</h1>
    ${event.show(
      (found) => html`<p>
          <strong>${found.type}</strong> from ${found.source}, ${moment(found.timestamp)}, at position ${found.position}
          ${showCorrelation(found.metadata?.correlationId)}
        </p>
        ${json(found)}`,
    )}
    ${actions.button('Prove that the log holds it', prove)} ${actions.show()}`;
};

function showCorrelation(id: unknown): TemplateResult | string {
  if (typeof id !== 'string') return '';
  return html`· <a href="#/events?correlationId=${encodeURIComponent(id)}">of the same action</a>`;
}
