import { Button, CopyText } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';

export interface ShownLink {
  email: string;
  /** Absent in the response to a repeated request. */
  link?: string | undefined;
  mailed: boolean;
  expires_at: string;
  kind: 'invitation' | 'password';
}

/** A new link, shown only once. */
export function LinkDialog({ link, onClose }: { link: ShownLink | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={link?.kind === 'password' ? 'Link for a new password' : 'Invitation'}
      isOpen={link !== undefined}
      onClose={onClose}
    >
      {link !== undefined && (
        <div className="form">
          <p>
            {link.mailed ? `It was sent to ${link.email}. ` : `Give this link to ${link.email} yourself. `}
            It works once, ends <Time at={link.expires_at} />, and is shown only now. Anyone who has it can
            use it.
          </p>
          {link.link !== undefined && <CopyText text={link.link} label="link" />}
          <div className="form-actions">
            <Button kind="main" onPress={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
