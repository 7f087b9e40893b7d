import { Pause, Pencil, Play, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, to, withSearch } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ActionMenu, type MenuAction } from '../../parts/menu.tsx';
import { LaunchDialog } from './launch-dialog.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import type { Campaign } from './words.tsx';

const ended = new Set(['completed', 'cancelled', 'failed']);

/** Actions available in the campaign's state. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const api = useApi();
  const mayChange = useMay('outreach:write');
  const [asked, setAsked] = useState<'launch' | 'resume' | 'cancel'>();
  const { id, name, status } = campaign;
  const params = { id };
  const pause = useWrite(() => api.pauseCampaign({ params }), {
    shows: { operation: 'pauseCampaign', params, title: 'Pause it' },
    done: () => `${name} is paused. Pending mails stay where they are.`,
  });
  const cancel = useWrite(() => api.cancelCampaign({ params }), {
    shows: { operation: 'cancelCampaign', params, title: 'Cancel it' },
    done: () => `${name} is cancelled. Pending mails are not sent.`,
  });
  if (!mayChange) return null;
  const more: MenuAction[] = [
    { label: 'Duplicate', run: () => navigate(withSearch('#/outreach/new', { from: id })) },
  ];
  if (!ended.has(status))
    more.push({ label: 'Cancel campaign …', run: () => setAsked('cancel'), isDanger: true });
  const close = () => setAsked(undefined);
  return (
    <>
      {status === 'active' && (
        <Button icon={Pause} isBusy={pause.isPending} onPress={() => pause.mutate()}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button kind="main" icon={Play} onPress={() => setAsked('resume')}>
          Resume
        </Button>
      )}
      {status === 'draft' && (
        <LinkButton icon={Pencil} href={to`outreach/${id}/edit`}>
          Edit
        </LinkButton>
      )}
      {(status === 'draft' || status === 'completed') && (
        <Button kind="main" icon={Rocket} onPress={() => setAsked('launch')}>
          {status === 'draft' ? 'Launch' : 'Launch again'}
        </Button>
      )}
      <ActionMenu label="More actions" actions={more} />
      <LaunchDialog campaign={campaign} isOpen={asked === 'launch'} onClose={close} />
      <ResumeDialog campaign={campaign} isOpen={asked === 'resume'} onClose={close} />
      <Confirm
        title={`Cancel ${name}?`}
        action="Cancel campaign"
        name={name}
        isOpen={asked === 'cancel'}
        onClose={close}
        onConfirm={() => cancel.mutate()}
      >
        Queued mails are not sent, and the campaign cannot be launched again. To stop it temporarily, pause
        it.
      </Confirm>
    </>
  );
}
