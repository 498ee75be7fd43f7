/** Light or dark: what the system prefers, until the reader says otherwise. */
import { byId } from './nodes.ts';

const KEY = 'ensaio-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Undefined where the browser keeps nothing. */
function kept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds until the page is closed.
  }
}

/** Follows the system and the button. */
export function followTheme(): void {
  const button = byId('theme');
  let chosen = kept();
  const isDark = (): boolean => (chosen === undefined ? dark.matches : chosen === 'dark');
  const show = (): void => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    chosen = isDark() ? 'light' : 'dark';
    keep(chosen);
    show();
  });
  dark.addEventListener('change', show);
  show();
}
