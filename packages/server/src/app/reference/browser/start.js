// The script of the pages below /docs. The pages can be read without it.
import { startSamples } from './samples.js';
import { startSearch } from './search.js';
import { startTrying } from './try-operation.js';

/** On a phone the menu does not stand before the text. */
function foldMenu() {
  const menu = document.querySelector('nav.menu details');
  if (menu !== null && matchMedia('(max-width: 60rem)').matches) menu.open = false;
}

startSearch();
startSamples();
startTrying();
foldMenu();
