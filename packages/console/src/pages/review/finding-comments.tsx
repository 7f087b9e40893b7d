import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useClient, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Failure, Loading, Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import { announceDecision, type Finding } from './use-findings.ts';

type Comment = ItemOf<'listFindingComments'>;

/** Comments on a finding, shared by all reviews that have it. */
export function FindingComments({ of: { fingerprint, title } }: { of: Finding }) {
  const list = useList('listFindingComments', { params: { fingerprint }, query: { limit: 100 } });
  const mayWrite = useMay('review:write');
  if (!mayWrite && list.items.length === 0) return null;
  return (
    <Section title="Comments">
      {list.isLoading && <Loading lines={2} />}
      {Boolean(list.error) && <Failure error={list.error} retry={list.refetch} />}
      <ol className="comments plain-list" aria-label="Comments">
        {list.items.map((one) => (
          <OneComment key={one.comment_id} of={one} />
        ))}
      </ol>
      {list.hasMore && <Button onPress={list.fetchMore}>Show later ones</Button>}
      {mayWrite && <NewComment fingerprint={fingerprint} title={title} />}
    </Section>
  );
}

function OneComment({
  of: { author, text, created_at: at, comment_id: commentId, fingerprint },
}: {
  of: Comment;
}) {
  const api = useApi();
  const { session } = useClient();
  const [isAsked, setAsked] = useState(false);
  const isOwn = author.id === (session?.user?.id ?? session?.key_id);
  const isAdmin = useMay('admin');
  const params = { fingerprint, commentId };
  const remove = useWrite(() => api.deleteFindingComment({ params }), {
    shows: { operation: 'deleteFindingComment', params, title: 'Delete a comment' },
    done: () => 'The comment is deleted.',
    onDone: announceDecision,
  });
  const name = author.name ?? author.id;
  return (
    <li className="comment">
      <div className="comment-head">
        <strong>{name}</strong>
        <span className="quiet">
          <Time at={at} />
        </span>
        {(isOwn || isAdmin) && (
          <Button
            kind="quiet"
            icon={Trash2}
            aria-label={`Delete the comment of ${name}`}
            onPress={() => setAsked(true)}
          />
        )}
      </div>
      <p className="comment-text">{text}</p>
      <Confirm
        title="Delete this comment?"
        action="Delete comment"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        It is no longer visible.
      </Confirm>
    </li>
  );
}

function NewComment({ fingerprint, title }: { fingerprint: string; title: string }) {
  const api = useApi();
  const [text, setText] = useState('');
  const params = { fingerprint };
  const body = { text: text.trim() };
  useUnsaved({ text });
  useShownCall({ operation: 'createFindingComment', params, body, title: 'Comment' });
  const write = useWrite(() => api.createFindingComment({ params, body }), {
    done: () => `Your comment on “${title}” is shown in every review with this finding.`,
    onDone: () => {
      setText('');
      announceDecision();
    },
    quiet: true,
  });
  return (
    <WriteForm write={write} className="form narrow" isReady={body.text !== ''}>
      <TextInput label="Comment" field="text" value={text} onChange={setText} rows={3} />
      <Refused error={write.error} />
      <div className="form-actions">
        <Button type="submit" isBusy={write.isPending} isDisabled={body.text === ''}>
          Comment
        </Button>
      </div>
    </WriteForm>
  );
}
