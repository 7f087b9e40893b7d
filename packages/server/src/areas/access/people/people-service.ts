import type { Mailer } from '../../../engine/mail/index.ts';
import type { UnitOfWork } from '../../../engine/spine/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import type { SingleSignOn } from '../single-sign-on/single-sign-on.ts';

/** Dependencies of the people use cases. */
export interface PeopleService extends KeyService {
  unitOfWork: UnitOfWork;
  /** Encrypts second-factor secrets. */
  secretBox: SecretBox;
  /** Public base URL of this service, without a trailing slash. */
  address(): string;
  /** Undefined when the operator has not configured it. */
  singleSignOn?: SingleSignOn | undefined;
  /** Sends mail to people, and the address it is sent from. */
  mail: { mailer: Pick<Mailer, 'mode' | 'send'>; from: string };
}
