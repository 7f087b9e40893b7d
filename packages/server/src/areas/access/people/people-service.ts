import type { Mailer } from '../../../engine/mail/index.ts';
import type { UnitOfWork } from '../../../engine/spine/index.ts';
import type { KeyService } from '../api-keys/key-service.ts';

/** What the use cases on people work with. */
export interface PeopleService extends KeyService {
  unitOfWork: UnitOfWork;
  /** Where people reach this service, without a slash at its end. */
  address(): string;
  /** Sends what is written to people, and from which address. */
  mail: { mailer: Pick<Mailer, 'mode' | 'send'>; from: string };
}
