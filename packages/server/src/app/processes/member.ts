import { AggregatorRegistry, type Registry } from 'prom-client';
import type { FromMember, Place, ProcessMetrics, Ready, ToMember } from './process-messages.ts';

/** One of several processes serving one port, as seen by itself: its link to the process that started it. */
export class Member {
  readonly place: Place;
  readonly #gathered = new Map<number, (all: Registry) => void>();
  #registry: Registry | undefined;
  #asked = 0;

  /** Asks for a slot; resolves with it. */
  static join(): Promise<Member> {
    return new Promise((resolve) => {
      process.once('message', (message) => resolve(new Member(message as Place)));
      send({ type: 'join' });
    });
  }

  private constructor(place: Place) {
    this.place = place;
    process.on('message', (message) => void this.#take(message as ToMember));
  }

  ready(service: Omit<Ready, 'type'>): void {
    send({ type: 'ready', ...service });
  }

  /** One line for whoever started the service. Resolves when it was sent. */
  failed(message: string): Promise<void> {
    return new Promise((resolve) => send({ type: 'failed', message }, () => resolve()));
  }

  /**
   * Shares this process's metrics with the others. The returned function resolves with those of all; each
   * series is labelled with its process's number.
   */
  readonly shareMetrics = (own: Registry) => {
    this.#registry = own;
    return () => this.#gather();
  };

  #gather(): Promise<Registry> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#gathered.set(id, resolve);
      send({ type: 'gather', id });
    });
  }

  async #take(message: ToMember): Promise<void> {
    if (message.type === 'read') {
      const metrics = ((await this.#registry?.getMetricsAsJSON()) ?? []) as ProcessMetrics;
      send({ type: 'metrics', id: message.id, metrics });
    }
    if (message.type === 'gathered') {
      const labelled = message.all.map(({ index, metrics }) => withProcess(metrics, index));
      const resolve = this.#gathered.get(message.id);
      this.#gathered.delete(message.id);
      resolve?.(AggregatorRegistry.aggregate(labelled));
    }
  }
}

function withProcess(metrics: ProcessMetrics, index: number): ProcessMetrics {
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: String(index) } })),
  }));
}

function send(message: FromMember, done?: () => void): void {
  process.send?.(message, () => done?.());
}
