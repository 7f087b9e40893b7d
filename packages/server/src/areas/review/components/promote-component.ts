import semver from 'semver';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { formatId, parseId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { findApplication } from '../applications/application.repository.ts';
import { reviewEvent } from '../events/review-event.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { type Component, changeMaturity, lockComponent } from './component.repository.ts';
import { checkGates, type MaturityLevel, maturityLevels } from './promotion-gates.ts';

export interface PromoteRequest {
  orgId: string;
  /** Public id. */
  componentId: string;
  version: string;
  level: MaturityLevel;
  reason: string | undefined;
}

/**
 * Sets a component's version and level, at most one level up. Repeating the request changes nothing. Throws
 * `version_conflict`, `promotion_not_allowed` with the gates, `invalid_state` for a deprecated one.
 */
export function promoteComponent(service: ReviewService, request: PromoteRequest): Promise<Component> {
  const { orgId, version, level, reason = null } = request;
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const component = await lockOrRefuse(tx, orgId, request.componentId);
    if (component.version === version && component.maturity === level && component.promoted_at !== null) {
      return { value: component };
    }
    checkVersion(component, version);
    checkLevel(component, level, version);
    const value = await changeMaturity(tx, component, { version, maturity: level, reason, at });
    const event = reviewEvent('component_promoted', await subjectOf(tx, component), {
      ...componentFields(component),
      version,
      previous_version: component.version,
      maturity_level: level,
      // Deprecated components were refused above.
      previous_maturity_level: component.maturity as MaturityLevel,
      reason,
      promoted_at: at.toISOString(),
    });
    return { value, events: [event] };
  });
}

/**
 * Marks the component as deprecated: nobody should use it any more. Repeating the request changes nothing.
 */
export function deprecateComponent(
  service: ReviewService,
  {
    orgId,
    componentId,
    reason = null,
  }: { orgId: string; componentId: string; reason?: string | null | undefined },
): Promise<Component> {
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const component = await lockOrRefuse(tx, orgId, componentId);
    if (component.maturity === 'deprecated') return { value: component };
    const { version, maturity } = component;
    const value = await changeMaturity(tx, component, { version, maturity: 'deprecated', reason, at });
    const event = reviewEvent('component_deprecated', await subjectOf(tx, component), {
      ...componentFields(component),
      version,
      maturity_level: 'deprecated',
      previous_maturity_level: maturity,
      reason,
      deprecated_at: at.toISOString(),
    });
    return { value, events: [event] };
  });
}

async function lockOrRefuse(tx: ReviewTransaction, orgId: string, id: string): Promise<Component> {
  const uuid = parseId('cpt', id);
  const component = uuid === undefined ? undefined : await lockComponent(tx, orgId, uuid);
  if (component === undefined) throw notFound('component');
  return component;
}

function checkVersion({ version: current }: Component, version: string): void {
  if (current === null || semver.valid(current) === null || semver.gt(version, current)) return;
  throw new AppError('version_conflict', {
    message: `The component is at version ${current}. Promote it to a higher one.`,
    field: 'version',
    details: { version: current },
  });
}

function checkLevel(component: Component, level: MaturityLevel, version: string): void {
  const { maturity } = component;
  if (maturity === 'deprecated') {
    throw new AppError('invalid_state', { message: 'A deprecated component cannot be promoted.' });
  }
  const steps = maturityLevels.indexOf(level) - maturityLevels.indexOf(maturity);
  const gates = checkGates(component, level, version);
  const failed = gates.filter(({ passed }) => !passed);
  if (steps >= 0 && steps <= 1 && failed.length === 0) return;
  const why =
    steps < 0
      ? `It is ${maturity} already; a level is never taken back.`
      : steps > 1
        ? `It is ${maturity}; go one level at a time.`
        : `It needs ${failed.map(({ required }) => required).join('; ')}.`;
  throw new AppError(reviewErrors.promotion_not_allowed, {
    message: `The component cannot become ${level}. ${why}`,
    field: 'maturity_level',
    details: { maturity_level: maturity, gates },
  });
}

async function subjectOf(tx: ReviewTransaction, component: Component) {
  const application = required(
    await findApplication(tx, component.org_id, component.application_id),
    'the application of a component',
  );
  return { orgId: component.org_id, correlationId: application.correlation_id };
}

function componentFields(component: Component) {
  return {
    component_id: formatId('cpt', component.id),
    application_id: formatId('app', component.application_id),
    name: component.name,
  };
}
