// The script of the pages below /docs. They can be read without it.
import { startFields } from './fields.js';
import { followMoved } from './moved.js';
import { startSamples } from './samples.js';
import { startSearch } from './search.js';
import { startTrying } from './try-operation.js';

/** On a phone, the menu is folded so that it does not push the text down. */
function foldMenu() {
  const menu = document.querySelector('nav.menu details');
  if (menu !== null && matchMedia('(max-width: 60rem)').matches) menu.open = false;
}

/** Scrolls a long menu so that the current page is visible. */
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
