import { type Static, Type } from 'typebox';
import { somebodyRecord } from '../../../engine/acknowledgements/index.ts';
import {
  describedAs,
  listOf,
  named,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { Comment } from './comment.repository.ts';

const fingerprint = Type.String({ description: 'The fingerprint of a finding: 64 hexadecimal digits.' });

export const findingParams = Type.Object({ fingerprint });

export const commentParams = Type.Object({
  fingerprint,
  commentId: Type.String({ description: 'The id of a comment, `cmt_…`.' }),
});

export const commentBody = strictObject({ text: textField(10_000, 'The text of the comment.') });

export const listCommentsQuery = strictObject(pageQuery);

export const commentRecord = named(
  'FindingComment',
  Type.Object({
    comment_id: Type.String({ description: '`cmt_…`' }),
    fingerprint: Type.String({
      description: 'Fingerprint of the finding; a comment follows it from review to review.',
    }),
    author: describedAs(somebodyRecord, 'Who wrote it.'),
    text: Type.String({ description: 'As it was written.' }),
    created_at: timestampField('When it was written.'),
  }),
);

export const commentList = listOf('comments', commentRecord);

export function toCommentRecord(
  { id, author, createdAt, ...comment }: Comment,
  names: ReadonlyMap<string, string>,
): Static<typeof commentRecord> {
  return {
    comment_id: formatId('cmt', id),
    fingerprint: comment.fingerprint,
    author: { id: author, name: names.get(author) ?? null },
    text: comment.text,
    created_at: createdAt.toISOString(),
  };
}
