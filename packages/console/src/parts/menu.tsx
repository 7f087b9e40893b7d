import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

export interface MenuAction {
  label: string;
  run: () => void;
  isDanger?: boolean;
}

interface ActionMenuProps {
  label: string;
  actions: MenuAction[];
  icon?: LucideIcon;
  /** Button text next to its icon. */
  text?: string;
}

/**
 * Less common actions behind one button. It is a native button whose menu is created on opening: lists have
 * one per row, and scrolling would pay for all of them.
 */
export function ActionMenu({ label, actions, icon: Icon = Ellipsis, text }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'first' | 'last'>();
  const close = () => setOpened(undefined);
  const open = (at: 'first' | 'last') => {
    // Not all browsers do this on their own, and the focus returns to where it was.
    button.current?.focus();
    setOpened(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button plain"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        onClick={() => open('first')}
        onKeyDown={onKeyDown}
      >
        <Icon aria-hidden size={15} />
        {text}
      </button>
      {opened !== undefined && (
        <Popover
          className="popover"
          placement="bottom end"
          triggerRef={button}
          isOpen
          onOpenChange={close}
          aria-label={label}
        >
          <AriaMenu className="options" aria-label={label} autoFocus={opened} onClose={close}>
            {actions.map(({ label: name, run, isDanger }) => (
              <MenuItem key={name} className={isDanger ? 'option danger' : 'option'} onAction={run}>
                {name}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      )}
    </>
  );
}
