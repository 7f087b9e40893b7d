interface SubNavProps {
  label: string;
  links: { label: string; href: string; count?: number | undefined }[];
  /** The href of the part that is shown. */
  here: string;
}

/** The parts of a page, each with an address of its own. */
export function SubNav({ label, links, here }: SubNavProps) {
  return (
    <nav className="sub-nav" aria-label={label}>
      {links.map(({ label: name, href, count }) => (
        <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
          {name}
          {count !== undefined && count > 0 && <span className="count">{count > 999 ? '999+' : count}</span>}
        </a>
      ))}
    </nav>
  );
}
