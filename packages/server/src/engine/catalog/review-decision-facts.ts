import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import { always, fields, id, oneOf, text, timestamp } from './payload-fields.ts';

const applicationId = 'app_01a1e8e699ca76c58291572e104e9552';
const reviewId = 'rev_01a1e8e7895972739f96e1e803ad361a';
const componentId = 'cpt_01a1e8e878e879b6a2f31c41cd8f7dd9';

const decisionFields = {
  review_id: nullable(id('The review.'), 'Review the decision rests on; null when it rests on none.'),
  decided_by: oneOf(['gate', 'user'], 'Who decided: the automatic gate or a person.'),
  reason: nullable(text('Reason.'), 'Why; null when none was given.'),
};
const maturityLevels = ['experimental', 'incubating', 'stable', 'mature'] as const;

/** Decisions about applications and components. */
export const reviewDecisionFacts = [
  defineFact({
    key: 'application_approved',
    platform: 'application_review',
    trigger: 'An application was approved.',
    names: {
      events: 'application.approved',
      webhooks: 'approval.granted',
      area: 'approval.granted',
    },
    data: fields({
      application_id: id('The application.'),
      status: always('approved', 'State of the application.'),
      ...decisionFields,
      approved_at: timestamp('When it was approved.'),
    }),
    sample: {
      application_id: applicationId,
      status: 'approved',
      review_id: reviewId,
      decided_by: 'gate',
      reason: null,
      approved_at: '2026-11-17T09:50:11.402Z',
    },
  }),
  defineFact({
    key: 'application_rejected',
    platform: 'application_review',
    trigger: 'An application was rejected.',
    names: { webhooks: 'approval.rejected' },
    data: fields({
      application_id: id('The application.'),
      status: always('rejected', 'State of the application.'),
      ...decisionFields,
      rejected_at: timestamp('When it was rejected.'),
    }),
    sample: {
      application_id: applicationId,
      status: 'rejected',
      review_id: reviewId,
      decided_by: 'user',
      reason: 'Three high findings in the upload handler are open.',
      rejected_at: '2026-11-17T10:31:45.166Z',
    },
  }),
  defineFact({
    key: 'application_archived',
    platform: 'application_review',
    trigger: 'An application was archived.',
    names: { events: 'application.archived' },
    data: fields({
      application_id: id('The application.'),
      status: always('archived', 'State of the application.'),
      previous_status: text('State before.'),
      reason: nullable(text('Reason.'), 'Why; null when none was given.'),
      archived_at: timestamp('When it was archived.'),
    }),
    sample: {
      application_id: applicationId,
      status: 'archived',
      previous_status: 'approved',
      reason: 'Replaced by parcel-tracker 2.',
      archived_at: '2026-12-02T16:08:20.734Z',
    },
  }),
  defineFact({
    key: 'component_promoted',
    platform: 'application_review',
    trigger: 'A reusable component was promoted to a version and a maturity level.',
    names: { events: 'component.promoted', webhooks: 'component.promoted', area: 'component.promoted' },
    data: fields({
      component_id: id('The component.'),
      application_id: id('The application it comes from.'),
      name: text('Name of the component.'),
      version: text('Version it was promoted to, SemVer.'),
      previous_version: nullable(text('Version before.'), 'Version before; null when it had none.'),
      maturity_level: oneOf(maturityLevels, 'Maturity level it was promoted to.'),
      previous_maturity_level: oneOf(maturityLevels, 'Maturity level before.'),
      reason: nullable(text('Reason.'), 'Why; null when none was given.'),
      promoted_at: timestamp('When it was promoted.'),
    }),
    sample: {
      component_id: componentId,
      application_id: applicationId,
      name: 'address-parser',
      version: '1.2.0',
      previous_version: '1.1.3',
      maturity_level: 'stable',
      previous_maturity_level: 'incubating',
      reason: 'Used by three services.',
      promoted_at: '2026-11-18T11:20:07.519Z',
    },
  }),
  defineFact({
    key: 'component_deprecated',
    platform: 'application_review',
    trigger: 'A reusable component was deprecated.',
    names: { webhooks: 'component.deprecated' },
    data: fields({
      component_id: id('The component.'),
      application_id: id('The application it comes from.'),
      name: text('Name of the component.'),
      version: nullable(text('Version.'), 'Version that was deprecated; null when it had none.'),
      maturity_level: always('deprecated', 'Maturity level now.'),
      previous_maturity_level: oneOf(maturityLevels, 'Maturity level before.'),
      reason: nullable(text('Reason.'), 'Why; null when none was given.'),
      deprecated_at: timestamp('When it was deprecated.'),
    }),
    sample: {
      component_id: componentId,
      application_id: applicationId,
      name: 'address-parser',
      version: '1.2.0',
      maturity_level: 'deprecated',
      previous_maturity_level: 'stable',
      reason: 'Replaced by postal-format.',
      deprecated_at: '2027-03-09T13:42:56.081Z',
    },
  }),
] as const;
