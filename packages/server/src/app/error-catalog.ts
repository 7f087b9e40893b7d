import { accessErrors } from '../areas/access/index.ts';
import { contractsErrorDetails, contractsErrors } from '../areas/contracts/index.ts';
import { eventsErrorDetails } from '../areas/events/index.ts';
import { outreachErrors } from '../areas/outreach/index.ts';
import { reviewErrors } from '../areas/review/index.ts';
import { deliveryErrors } from '../engine/delivery/index.ts';
import { quotaErrors } from '../engine/quotas/index.ts';
import { spineErrors } from '../engine/spine/index.ts';
import { commonErrors, type ErrorCode, type ErrorKind } from '../kit/errors/index.ts';

const kinds = {
  ...commonErrors,
  ...spineErrors,
  ...outreachErrors,
  ...contractsErrors,
  ...deliveryErrors,
  ...reviewErrors,
  ...quotaErrors,
  ...accessErrors,
} satisfies Record<ErrorCode, ErrorKind>;

const addedDetails = [contractsErrorDetails, eventsErrorDetails] as Partial<Record<string, object>>[];

/** Every code that an answer can carry, with its documentation. Omitting a table does not compile. */
export const errorCatalog = Object.fromEntries(
  Object.entries<ErrorKind>(kinds).map(([code, kind]) => [
    code,
    { ...kind, details: Object.assign({}, kind.details, ...addedDetails.map((details) => details[code])) },
  ]),
) as Readonly<Record<ErrorCode, ErrorKind>>;
