import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { PooledMailer } from './mailer.ts';
import { SandboxMailbox } from './sandbox/sandbox-mailbox.ts';
import { SigningKeys } from './signing-keys.ts';
import type { SmtpRelay } from './smtp-relay.ts';

export interface MailOptions {
  pool: Pool;
  clock: Clock;
  secretBox: SecretBox;
  /** The server that mail goes through; without one, the sandbox keeps it. */
  relay: SmtpRelay | undefined;
  operatorKey?: { selector: string; pem: string } | undefined;
  onError(error: unknown): void;
}

/** The mailer with what it stands on. */
export interface Mail {
  mailer: PooledMailer;
  keys: SigningKeys;
  stop(): Promise<void>;
}

/** Starts the mailer: on the relay, or on a sandbox mailbox of this process. */
export async function startMail(options: MailOptions): Promise<Mail> {
  const keys = new SigningKeys(options);
  const { clock, relay } = options;
  const sandbox = relay === undefined ? await SandboxMailbox.start(options) : undefined;
  const mailer = new PooledMailer({ clock, keys, target: relay ? { relay } : { sandbox: sandbox! } });
  return {
    mailer,
    keys,
    async stop() {
      mailer.stop();
      await sandbox?.stop();
    },
  };
}
