import { Type } from 'typebox';
import { pageQuery, strictObject, textField } from '../../../kit/http/index.ts';
import { applicationStatuses } from './application.schema.ts';

export const uploadOptions = strictObject({
  name: Type.Optional(
    textField(200, 'Name of the application. Default: the file’s name without its ending.'),
  ),
  revision: Type.Optional(
    textField(200, 'Which state of the code it is, such as a commit: uploads are found by it.'),
  ),
});

export const listApplicationsQuery = strictObject({
  name: Type.Optional(textField(200, 'Only of exactly this name: the versions of one.')),
  revision: Type.Optional(textField(200, 'Only of exactly this revision.')),
  status: Type.Optional(Type.String({ enum: [...applicationStatuses], description: 'Only of this state.' })),
  min_score: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Only with at least this overall readiness score.',
    }),
  ),
  has_vulnerabilities: Type.Optional(
    Type.Boolean({
      description: 'Only with vulnerabilities (`true`), or only analysed ones without (`false`).',
    }),
  ),
  ...pageQuery,
});

export const listGapsQuery = strictObject({
  status: Type.Optional(
    Type.String({
      enum: ['partial', 'skipped'],
      description: 'Only files that were analysed in part, or not at all.',
    }),
  ),
  ...pageQuery,
});
