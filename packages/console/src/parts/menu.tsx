import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.tsx';

export interface MenuAction {
  label: string;
  run: () => void;
  isDanger?: boolean;
}

interface ActionMenuProps {
  label: string;
  actions: MenuAction[];
  icon?: LucideIcon;
  /** What the button says beside its icon. */
  text?: string;
}

/** What is done more seldom, behind one button. */
export function ActionMenu({ label, actions, icon = Ellipsis, text }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label} icon={icon}>
        {text ?? null}
      </Button>
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="options" aria-label={label}>
          {actions.map(({ label: name, run, isDanger }) => (
            <MenuItem key={name} className={isDanger ? 'option danger' : 'option'} onAction={run}>
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
