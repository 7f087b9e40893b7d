import { required } from '../../packages/server/src/kit/required.ts';

/** The commands of a process of the bench, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each command types its own argument; the caller names the same types
export type Commands = Record<string, (argument: any) => unknown>;

/** Runs the commands that the parent process sends; ends when the parent has ended. */
export function serveCommands(commands: Commands): void {
  process.on('message', async ({ id, name, argument }: { id: number; name: string; argument: unknown }) => {
    try {
      process.send?.({ id, value: await required(commands[name], 'one of commands')(argument) });
    } catch (error) {
      process.send?.({ id, error: (error as Error).stack ?? String(error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
}
