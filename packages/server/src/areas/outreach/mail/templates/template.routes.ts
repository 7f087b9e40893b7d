import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, created, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { formatId, parseId, uuidOf } from '../../../../kit/ids.ts';
import { findTemplates, insertTemplate, listTemplates } from './template.repository.ts';
import {
  createTemplateBody,
  listTemplatesQuery,
  templateList,
  templateParams,
  templateRecord,
  toTemplateRecord,
} from './template.schema.ts';
import { checkOneLine, checkTemplates } from './template-renderer.ts';

export function templateRoutes(
  service: () => { db: AnyDatabase; unitOfWork: UnitOfWork; clock: Clock },
): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/templates',
      operationId: 'createTemplate',
      tag: 'Mail',
      summary: 'Store a template for messages',
      access: 'outreach:write',
      limits: ['outreach_queries'],
      body: createTemplateBody,
      responses: { 201: templateRecord },
      handler: async ({ principal, body, newId }) => {
        const { subject, body: text, html } = body;
        checkOneLine(subject, 'subject');
        await checkTemplates(principal.orgId, [
          { field: 'subject', text: subject },
          { field: 'body', text },
          ...(html === undefined ? [] : [{ field: 'html', text: html }]),
        ]);
        const template = {
          id: uuidOf(newId('tpl')),
          name: body.name,
          subject,
          body: text,
          html: html ?? null,
          createdAt: new Date(service().clock.now()),
        };
        const { orgId } = principal;
        const stored = await service().unitOfWork(async (tx) => {
          const value = await insertTemplate(rowsIn(tx), orgId, template);
          const told = { orgId, thing: 'template', id: formatId('tpl', value.id), name: value.name } as const;
          return { value, events: configurationEvents({ ...told, action: 'created' }) };
        });
        return created(toTemplateRecord(stored));
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/templates',
      operationId: 'listTemplates',
      tag: 'Mail',
      summary: 'List stored texts, newest first',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      reads: 'replica',
      query: listTemplatesQuery,
      responses: { 200: templateList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { templates, total } = await listTemplates(rowsIn(service().db), principal.orgId, page);
        return okList('templates', templates.map(toTemplateRecord), total, page);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/templates/:id',
      operationId: 'getTemplate',
      tag: 'Mail',
      summary: 'Read a stored text',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      params: templateParams,
      responses: { 200: templateRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('tpl', params.id);
        const found = id && (await findTemplates(rowsIn(service().db), principal.orgId, [id])).get(id);
        if (!found) throw notFound('template');
        return ok(toTemplateRecord(found));
      },
    }),
  ];
}
