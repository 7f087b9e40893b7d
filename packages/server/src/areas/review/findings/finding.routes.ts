import { type Acknowledgements, acknowledgementRoutes } from '../../../engine/acknowledgements/index.ts';
import { type ConfigurationChange, configurationEvents } from '../../../engine/catalog/index.ts';
import { actorIn } from '../../../kit/acting.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  grants,
  noContent,
  okList,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { findingId } from '../pipeline/finding-record.ts';
import type { ReviewService } from '../review-service.ts';
import {
  type Comment,
  deleteComment,
  findComment,
  insertComment,
  listComments,
} from './comment.repository.ts';
import {
  commentBody,
  commentList,
  commentParams,
  commentRecord,
  findingParams,
  listCommentsQuery,
  toCommentRecord,
} from './finding.schema.ts';

const path = '/v1/review/findings/:fingerprint';
const read = { tag: 'Review', access: 'review:read', limits: ['review_queries'] } as const;
const write = { ...read, access: 'review:write' } as const;

export interface FindingRoutesPorts extends Pick<ReviewService, 'db' | 'clock' | 'unitOfWork'> {
  acknowledgements: Acknowledgements;
  /** Names of people and keys, by public id. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * Assignees of findings, and comments on them. A finding is identified by its fingerprint, across all
 * reviews.
 */
export function findingRoutes(service: () => FindingRoutesPorts): AnyRoute[] {
  return [
    ...acknowledgementRoutes({
      ...write,
      path,
      params: findingParams,
      operation: 'Finding',
      what: 'a finding',
      holds: 'It applies to every review that has the finding, and the finding still counts.',
      acknowledgements: () => service().acknowledgements,
      find: async ({ orgId }, params) => {
        const fingerprint = fingerprintOf(params);
        return {
          orgId,
          subject: fingerprint,
          // A fingerprint always exists, also when no review has the finding.
          hold: async () => {},
          tell: (action, fields) => findingEvents({ orgId, fingerprint }, action, fields),
        };
      },
    }),
    ...commentRoutes(service),
  ];
}

function commentRoutes(service: () => FindingRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: `${path}/comments`,
      params: findingParams,
      operationId: 'createFindingComment',
      summary: 'Comment on a finding',
      description: 'It is shown with the finding in every review that has it.',
      body: commentBody,
      responses: { 201: commentRecord },
      errors: ['not_found'],
      handler: async ({ principal: { orgId }, params, body, newId }) => {
        if (body.text.trim() === '') throw wordless();
        const { clock, unitOfWork, namesOf } = service();
        const comment = {
          orgId,
          id: uuidOf(newId('cmt')),
          fingerprint: fingerprintOf(params),
          text: body.text,
          author: required(actorIn(orgId), 'who comments'),
          createdAt: new Date(clock.now()),
        };
        const written = await unitOfWork(async (tx) => {
          const isNew = await insertComment(rowsIn(tx), comment);
          const value = required(await findComment(rowsIn(tx), comment), 'the comment');
          return { value, events: isNew ? findingEvents(comment, 'commented') : [] };
        });
        return created(toCommentRecord(written, await namesOf(orgId, [written.author])));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${path}/comments`,
      params: findingParams,
      operationId: 'listFindingComments',
      summary: 'List the comments on a finding',
      description: 'Oldest first.',
      query: listCommentsQuery,
      responses: { 200: commentList },
      errors: ['not_found'],
      handler: async ({ principal: { orgId }, params, query }) => {
        const page = pageOf(query);
        const of = { orgId, fingerprint: fingerprintOf(params) };
        const { rows, total } = await listComments(rowsIn(service().db), of, page);
        const names = await service().namesOf(
          orgId,
          rows.map(({ author }) => author),
        );
        const records = rows.map((comment) => toCommentRecord(comment, names));
        return okList('comments', records, total, page);
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${path}/comments/:commentId`,
      params: commentParams,
      operationId: 'deleteFindingComment',
      summary: 'Delete a comment on a finding',
      description: 'Your own; with the scope `admin` also those of others.',
      responses: { 204: null },
      errors: ['not_found', 'forbidden'],
      handler: async ({ principal, params }) => {
        const { orgId } = principal;
        const id = parseId('cmt', params.commentId);
        if (id === undefined) throw notFound('comment');
        const of = { orgId, id, fingerprint: fingerprintOf(params) };
        const comment = await findComment(rowsIn(service().db), of);
        if (comment === undefined) throw notFound('comment');
        if (comment.author !== actorIn(orgId) && !grants(principal, 'admin')) throw notOwn();
        const isGone = await service().unitOfWork(async (tx) => {
          const value = await deleteComment(rowsIn(tx), orgId, comment.id);
          return { value, events: value ? findingEvents(comment, 'comment_deleted') : [] };
        });
        if (!isGone) throw notFound('comment');
        return noContent();
      },
    }),
  ];
}

function fingerprintOf({ fingerprint }: { fingerprint: string }): string {
  if (!/^[0-9a-f]{64}$/.test(fingerprint)) throw notFound('finding');
  return fingerprint;
}

/** Publishes what somebody did with a finding. */
function findingEvents(
  { orgId, fingerprint }: Pick<Comment, 'orgId' | 'fingerprint'>,
  action: ConfigurationChange['action'],
  fields: readonly string[] = [],
) {
  return configurationEvents({ orgId, thing: 'finding', id: findingId(fingerprint), action, fields });
}

function wordless(): AppError {
  return invalidField('text', '`text` must not be empty.');
}

function notOwn(): AppError {
  return new AppError('forbidden', {
    message: 'This comment is somebody else’s. Its author may delete it, or a key with the scope `admin`.',
  });
}
