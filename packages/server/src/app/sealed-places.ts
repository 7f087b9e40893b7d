import { secondFactorSealedPlace } from '../areas/access/index.ts';
import { walletSealedPlace } from '../areas/contracts/index.ts';
import { bookingSealedPlace, linkSealedPlace } from '../areas/outreach/index.ts';
import { deliverySealedPlaces } from '../engine/delivery/index.ts';
import { idempotencySealedPlace } from '../engine/idempotency/index.ts';
import { mailSealedPlace } from '../engine/mail/index.ts';
import { checkpointSealedPlace } from '../engine/spine/index.ts';
import type { SealedPlace } from '../kit/secrets/index.ts';

/** Every column of the database that holds secrets. */
export const sealedPlaces: readonly SealedPlace[] = [
  checkpointSealedPlace,
  ...deliverySealedPlaces,
  idempotencySealedPlace,
  mailSealedPlace,
  walletSealedPlace,
  linkSealedPlace,
  bookingSealedPlace,
  secondFactorSealedPlace,
];
