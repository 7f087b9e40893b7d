import { type ReactNode, useEffect, useRef } from 'react';
import { ApiCalls } from './api-calls.tsx';

export interface Crumb {
  label: string;
  href: string;
}

interface PageHeadProps {
  /** Names the thing, such as the subscription's name; also the tab's title. */
  title: string;
  /** Breadcrumbs, without the page itself. */
  crumbs?: Crumb[];
  /** Next to the title, such as a status. */
  beside?: ReactNode;
  /** Below the title: a one-line description. */
  lead?: ReactNode;
  /** Actions on the whole. */
  actions?: ReactNode;
}

/** The header of every page: breadcrumbs, title, actions, and the view of its API calls. */
export function PageHead({ title, crumbs = [], beside, lead, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trivium`;
  }, [title]);
  // Keyboard and screen reader users continue at the start of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="page-head">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <ol className="crumbs">
            {crumbs.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="page-title">
        <div className="page-name">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        <div className="actions">
          {actions}
          <ApiCalls />
        </div>
      </div>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ReactNode;
  /** A line below the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A page section with its own heading. */
export function Section({ title, actions, lead, children }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {lead !== undefined && <p className="quiet">{lead}</p>}
      {children}
    </section>
  );
}

/** Facts as a definition list, leaving out empty values. */
export function Facts({ of }: { of: Record<string, ReactNode> }) {
  const shown = Object.entries(of).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return (
    <dl className="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
