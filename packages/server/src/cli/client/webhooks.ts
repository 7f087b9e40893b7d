import { type ClientOptions, CommandError, connect } from './connect.ts';
import { print } from './print.ts';

interface ReplayOptions extends ClientOptions {
  subscription?: string;
  event?: string;
  from?: string;
  to?: string;
  all?: boolean;
}

/** Puts dead deliveries back into the queue: those of one event, those that a filter meets, or all. */
export async function replay(eventId: string | undefined, options: ReplayOptions): Promise<void> {
  const trivium = connect(options);
  const { subscription, event, from, to, all, json } = options;
  if (eventId !== undefined) {
    const query = subscription === undefined ? {} : { subscription_id: subscription };
    const answer = await trivium.api.replayDeadLetter({ params: { eventId }, query });
    print(json, answer, `${answer.replayed} ${deliveries(answer.replayed)} of ${eventId} back in the queue.`);
    return;
  }
  if (!all && [subscription, event, from, to].every((one) => one === undefined)) {
    throw new CommandError(
      'Name an event id, narrow with --subscription, --event, --from or --to, or pass --all.',
    );
  }
  const started = await trivium.api.replayDeadLetters({
    body: {
      ...(subscription !== undefined && { subscription_id: subscription }),
      ...(event !== undefined && { event }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(all && { all }),
    },
  });
  const read = () => trivium.api.getReplay({ params: { replayId: started.replay_id } });
  const done = await trivium.waitFor(read, ({ status }) => status === 'completed');
  print(
    json,
    done,
    `${done.replayed} of ${done.matched} dead ${deliveries(done.matched)} back in the queue.`,
  );
}

function deliveries(count: number): string {
  return count === 1 ? 'delivery' : 'deliveries';
}
