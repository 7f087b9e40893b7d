import { make } from './make.js';

const LANGUAGE = 'trivium-docs-language';

function chooseLanguage(language) {
  document.documentElement.dataset.language = language;
  for (const button of document.querySelectorAll('.languages button')) {
    button.ariaPressed = String(button.value === language);
  }
}

function languageButtons() {
  const buttons = ['curl', 'typescript'].map((value) => {
    const button = make('button', { type: 'button', value }, value === 'curl' ? 'curl' : 'TypeScript');
    button.addEventListener('click', () => {
      localStorage.setItem(LANGUAGE, value);
      chooseLanguage(value);
    });
    return button;
  });
  return make(
    'div',
    { className: 'languages', role: 'group', ariaLabel: 'Language of the samples' },
    ...buttons,
  );
}

export function startSamples() {
  for (const sample of document.querySelectorAll('.sample[data-language="typescript"]')) {
    sample.parentElement.prepend(languageButtons());
  }
  chooseLanguage(localStorage.getItem(LANGUAGE) ?? 'curl');
  for (const block of document.querySelectorAll('main pre')) {
    const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
    button.ariaLabel = `Copy ${block.ariaLabel ?? 'the lines below'}`;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1_500);
    });
    const frame = make('div', { className: 'with-copy' });
    block.replaceWith(frame);
    frame.append(button, block);
  }
}
