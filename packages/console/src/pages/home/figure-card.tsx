import type { ReactNode } from 'react';
import { count } from '../../parts/format.tsx';
import type { Tone } from '../../parts/status.tsx';

interface FigureCardProps {
  label: string;
  /** Undefined while loading: nothing is shown as healthy before it is known. */
  figure: number | undefined;
  error?: unknown;
  tone: Tone;
  detail: ReactNode;
  href: string;
}

/** A figure with its meaning; the whole card links to where it can be fixed. */
export function FigureCard({ label, figure, error, tone, detail, href }: FigureCardProps) {
  const isKnown = figure !== undefined;
  return (
    <a className="card" href={href}>
      <span className="card-label">{label}</span>
      <span className={`card-figure ${isKnown ? tone : ''}`}>{isKnown ? count(figure) : '–'}</span>
      <span className="quiet">{isKnown ? detail : error ? 'Could not be read' : 'Reading …'}</span>
    </a>
  );
}
