import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { PooledMailer } from './mailer.ts';
import type { SandboxMailbox } from './sandbox/sandbox-mailbox.ts';
import { SigningKeys } from './signing-keys.ts';
import type { SmtpRelay } from './smtp-relay.ts';

export interface MailOptions {
  pool: Pool;
  clock: Clock;
  secretBox: SecretBox;
  /** The server that mail goes through; without one, mail stays in the sandbox. */
  relay: SmtpRelay | undefined;
  operatorKey?: { selector: string; pem: string } | undefined;
  onError(error: unknown): void;
}

/** The mailer and what it uses. */
export interface Mail {
  mailer: PooledMailer;
  keys: SigningKeys;
  stop(): Promise<void>;
}

/** The mailer, using the relay or a sandbox mailbox in this process. */
export function startMail(options: MailOptions): Mail {
  const keys = new SigningKeys(options);
  const { clock, relay } = options;
  // Loaded when the first mail is sent: an SMTP server is a third of the idle service's memory.
  const openSandbox = async (): Promise<SandboxMailbox> => {
    const { SandboxMailbox } = await import('./sandbox/sandbox-mailbox.ts');
    return SandboxMailbox.start(options);
  };
  const mailer = new PooledMailer({ clock, keys, target: relay ? { relay } : { openSandbox } });
  return { mailer, keys, stop: () => mailer.stop() };
}
