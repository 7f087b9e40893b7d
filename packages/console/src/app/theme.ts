import { useState } from 'react';

const KEY = 'trivium-theme';

/** Applies the theme chosen in this browser before anything is drawn; otherwise the system's. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(KEY);
  if (chosen !== null) document.documentElement.dataset.theme = chosen;
}

export function useTheme(): [isDark: boolean, toggle: () => void] {
  const chosen = document.documentElement.dataset.theme;
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const [isDark, setDark] = useState(chosen === undefined ? isSystemDark : chosen === 'dark');
  const toggle = () => {
    const next = isDark ? 'light' : 'dark';
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.theme = next;
    setDark(!isDark);
  };
  return [isDark, toggle];
}
