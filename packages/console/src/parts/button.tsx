import type { LucideIcon } from 'lucide-react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  kind?: 'plain' | 'main' | 'danger' | 'quiet';
  icon?: LucideIcon;
  /** It is in progress; `useWrite` ignores further clicks meanwhile. */
  isBusy?: boolean;
}

export function Button({ kind = 'plain', icon: Icon, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`button ${kind}${isBusy ? ' busy' : ''}`}>
      {Icon !== undefined && <Icon aria-hidden size={15} />}
      {children as never}
    </AriaButton>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  kind = 'plain',
  icon: Icon,
  children,
}: {
  href: string;
  kind?: 'plain' | 'main';
  icon?: LucideIcon;
  children: React.ReactNode;
}) {
  return (
    <a className={`button ${kind}`} href={href}>
      {Icon !== undefined && <Icon aria-hidden size={15} />}
      {children}
    </a>
  );
}

const SHOWN_MS = 1_500;

/** Copies the text, and confirms it on the button. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <AriaButton className="button quiet small" aria-label={isCopied ? 'Copied' : label} onPress={copy}>
      {isCopied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
    </AriaButton>
  );
}

/** Over plain HTTP, browsers offer no clipboard API; copying a selection still works. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** An id or address, to read and copy. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <span className="copy-text">
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  );
}
