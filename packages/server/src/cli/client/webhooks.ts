import { CommandError } from './command-error.ts';
import { type ClientOptions, connect } from './connect.ts';
import { counted, print } from './print.ts';

interface ReplayOptions extends ClientOptions {
  subscription?: string;
  event?: string;
  from?: string;
  to?: string;
  all?: boolean;
}

/** Replays dead letters: those of one event, those that match a filter, or all. */
export async function replay(eventId: string | undefined, options: ReplayOptions): Promise<void> {
  const trivium = connect(options);
  const { subscription, event, from, to, all } = options;
  if (eventId !== undefined) {
    const query = subscription === undefined ? {} : { subscription_id: subscription };
    const answer = await trivium.api.replayDeadLetter({ params: { eventId }, query });
    await print(
      options,
      answer,
      `${counted(answer.replayed, 'delivery', 'deliveries')} of ${eventId} back in the queue.`,
    );
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
  await print(
    options,
    done,
    `${done.replayed} of ${counted(done.matched, 'dead delivery', 'dead deliveries')} back in the queue.`,
  );
}
