import { useEffect, useRef } from 'react';

interface SubNavProps {
  label: string;
  links: { label: string; href: string; count?: number | undefined }[];
  /** The href of the current part. */
  here: string;
}

/** A page's parts, each with its own address. */
export function SubNav({ label, links, here }: SubNavProps) {
  const nav = useRef<HTMLElement>(null);
  const counts = links.map(({ count = 0 }) => count > 0).join();
  // On a phone some parts are out of sight: the one that is shown is not, also once a count has made it wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another part is shown, or one is wider
  useEffect(() => {
    const box = nav.current;
    const shown = box?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (box === null || shown === undefined) return;
    const { left, width } = box.getBoundingClientRect();
    box.scrollLeft += shown.left - left - (width - shown.width) / 2;
  }, [here, counts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count makes the row wider, and not its box
  useEffect(() => {
    const box = nav.current;
    if (box === null) return undefined;
    const look = () => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
      box.toggleAttribute('data-more', rest > 1);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [counts]);
  return (
    <nav className="sub-nav" aria-label={label} ref={nav}>
      {links.map(({ label: name, href, count }) => (
        <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
          {name}
          {count !== undefined && count > 0 && <span className="count">{count > 999 ? '999+' : count}</span>}
        </a>
      ))}
    </nav>
  );
}
