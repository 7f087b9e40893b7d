// The script of the pages below /docs. The pages can be read without it.
import { startFields } from './fields.js';
import { followMoved } from './moved.js';
import { startSamples } from './samples.js';
import { startSearch } from './search.js';
import { startTrying } from './try-operation.js';

/** On a phone the menu does not stand before the text. */
function foldMenu() {
  const menu = document.querySelector('nav.menu details');
  if (menu !== null && matchMedia('(max-width: 60rem)').matches) menu.open = false;
}

/** The page that is read is in sight in the menu, however long that is. */
function showHere() {
  const menu = document.querySelector('nav.menu');
  const here = menu?.querySelector('[aria-current="page"]');
  if (here == null || menu.scrollHeight <= menu.clientHeight) return;
  const below = here.getBoundingClientRect().top - menu.getBoundingClientRect().top;
  menu.scrollTop += below - menu.clientHeight / 2;
}

followMoved();
startSearch();
startSamples();
startFields();
startTrying();
foldMenu();
showHere();
