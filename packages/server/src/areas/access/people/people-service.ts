import type { Mailer } from '../../../engine/mail/index.ts';
import type { UnitOfWork } from '../../../engine/spine/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import type { SingleSignOn } from '../single-sign-on/single-sign-on.ts';

/** What the use cases on people work with. */
export interface PeopleService extends KeyService {
  unitOfWork: UnitOfWork;
  /** Seals the secrets of second factors. */
  secretBox: SecretBox;
  /** Where people reach this service, without a slash at its end. */
  address(): string;
  /** Undefined when the operator has set none. */
  singleSignOn?: SingleSignOn | undefined;
  /** Sends what is written to people, and from which address. */
  mail: { mailer: Pick<Mailer, 'mode' | 'send'>; from: string };
}
