import { Type } from 'typebox';
import {
  countField,
  listOf,
  named,
  nullable,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { Application } from './application.repository.ts';
import { reportFields } from './application-report.schema.ts';

const text = (description: string) => Type.String({ description });

export const applicationStatuses = [
  'analyzing',
  'analyzed',
  'analysis_failed',
  'approved',
  'rejected',
  'archived',
] as const;

export const applicationParams = Type.Object({
  id: Type.String({ description: 'The id of an application, `app_…`.' }),
});

export const decisionBody = named(
  'Decision',
  strictObject({
    reason: Type.Optional(textField(2_000, 'Why.')),
    review_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The review that the decision rests on, `rev_…`.' }),
    ),
  }),
);

export const archiveBody = strictObject({ reason: Type.Optional(textField(2_000, 'Why.')) });

const gap = named(
  'AnalysisGap',
  Type.Object({
    path: Type.String({ description: 'Path in the archive.' }),
    status: Type.String({
      enum: ['partial', 'skipped'],
      description: '`partial`: some of the file was read.',
    }),
    reason: Type.String({
      description: 'Such as `binary`, `too_large`, `minified`, `syntax_errors`, `invalid_utf8`, `symlink`.',
    }),
  }),
);

export const gapList = listOf('gaps', gap);

export const applicationRecord = named(
  'Application',
  Type.Object({
    id: Type.String({ description: '`app_…`' }),
    name: Type.String({
      description: 'Uploads of the same application share it; reviews are compared by it.',
    }),
    revision: nullable(
      Type.String(),
      'Revision of the code, as given with the upload; null if none was given.',
    ),
    filename: Type.String({ description: 'Name of the archive, as it was sent.' }),
    size_bytes: countField('Size of the archive.'),
    sha256: text('SHA-256 of the archive, hex.'),
    status: Type.String({
      enum: [...applicationStatuses],
      description:
        '`analyzed`: it can be reviewed. `approved`, `rejected` and `archived` are decisions of people.',
    }),
    error: nullable(
      named(
        'Failure',
        Type.Object({
          code: Type.String({ description: 'A stable code, such as `storage_full`.' }),
          message: Type.String({ description: 'What happened, in a sentence.' }),
        }),
      ),
      'Why the analysis failed; null otherwise.',
    ),
    created_at: timestampField('When it was uploaded.'),
    updated_at: timestampField('When it last changed.'),
    analysis_started_at: nullable(timestampField('A moment.'), 'When the analysis began.'),
    analysis_completed_at: nullable(timestampField('A moment.'), 'When it ended.'),
    correlation_id: text(
      'In the events of this application. The events of a review that a workflow requested have the id of the workflow’s event.',
    ),
    latest_review_id: nullable(Type.String(), 'The review that was asked for last, `rev_…`.'),
    ...reportFields,
  }),
);

export const applicationList = listOf('applications', applicationRecord);

const unreported = JSON.stringify(Object.fromEntries(Object.keys(reportFields).map((name) => [name, null])));

/** The record as JSON text: the stored result of the analysis is inserted as it is, without parsing. */
export function formatApplication(application: Application): string {
  const head = JSON.stringify({
    id: formatId('app', application.id),
    name: application.name,
    revision: application.revision,
    filename: application.filename,
    size_bytes: application.size_bytes,
    sha256: application.sha256,
    status: application.status,
    error:
      application.error_code === null
        ? null
        : { code: application.error_code, message: application.error_message ?? '' },
    created_at: application.created_at.toISOString(),
    updated_at: application.updated_at.toISOString(),
    analysis_started_at: application.analysis_started_at?.toISOString() ?? null,
    analysis_completed_at: application.analysis_completed_at?.toISOString() ?? null,
    correlation_id: application.correlation_id,
    latest_review_id: application.latest_review_id && formatId('rev', application.latest_review_id),
  });
  return `${head.slice(0, -1)},${(application.report ?? unreported).slice(1)}`;
}
