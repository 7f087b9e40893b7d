import { type ReactNode, useEffect, useRef } from 'react';
import { ApiCalls } from './api-calls.tsx';

export interface Crumb {
  label: string;
  href: string;
}

interface PageHeadProps {
  /** Names the thing, such as the subscription's name; it is the title of the tab too. */
  title: string;
  /** The way up, without the page itself. */
  crumbs?: Crumb[];
  /** Beside the title, such as its status. */
  beside?: ReactNode;
  /** Under the title: one line that says what it is. */
  lead?: ReactNode;
  /** What can be done with the whole. */
  actions?: ReactNode;
}

/** The head of every page: breadcrumbs, a title that names the thing, its actions, and the page as API calls. */
export function PageHead({ title, crumbs = [], beside, lead, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trivium`;
  }, [title]);
  // Whoever uses the keyboard or hears the page goes on at its beginning.
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
  /** A line under the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading. */
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

/** Facts about one thing, as a list of terms. What has no value is left out. */
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
