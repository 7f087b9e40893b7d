import { type Static, Type } from 'typebox';
import { listOf, named, nullable, pageQuery, strictObject, textField } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { StoredTemplate } from './template.repository.ts';

export const createTemplateBody = strictObject({
  name: textField(200, 'What the template is for.'),
  subject: textField(998, 'The subject, one line; a Liquid template.'),
  body: textField(
    200_000,
    'The text; a Liquid template such as `Hello {{ first_name | default: "there" }}`.',
  ),
  html: Type.Optional(textField(500_000, 'The text as HTML. If omitted, it is made from `body`.')),
});

export const templateRecord = named(
  'Template',
  Type.Object({
    id: Type.String({ description: '`tpl_…`' }),
    name: Type.String({ description: 'For people to read.' }),
    subject: Type.String({ description: 'A Liquid template, one line.' }),
    body: Type.String({ description: 'The text, a Liquid template.' }),
    html: nullable(Type.String(), 'The text as HTML, a Liquid template; null if it is made from `body`.'),
    created_at: Type.String({ description: 'When it was made.' }),
  }),
);

export const templateList = listOf('templates', templateRecord);
export const listTemplatesQuery = strictObject(pageQuery);
export const templateParams = Type.Object({
  id: Type.String({ description: 'The id of the template, `tpl_…`.' }),
});

export function toTemplateRecord(template: StoredTemplate): Static<typeof templateRecord> {
  const { name, subject, body, html, createdAt } = template;
  return { id: formatId('tpl', template.id), name, subject, body, html, created_at: createdAt.toISOString() };
}
