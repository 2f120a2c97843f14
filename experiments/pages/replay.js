// The page of a replay, which it has as JSON in the element `replay`: its address says what is shown, and the rows of its table
// are digs. On a page of other things, in an element `replayed`, keys are the game's only while the focus is there, and the
// address is not.
import {ClicksView} from './clicks_view.js';
import {ReplayView} from './replay_view.js';

document.documentElement.classList.add('has-script');
const home = document.getElementById('replayed');
const replay = JSON.parse(document.getElementById('replay').textContent);
const view = new (replay.clicks ? ClicksView : ReplayView)(document.getElementById('boards'), {keys: home ?? document});

// #DIG, #DIG-PLAYER, #DIG-PLAYER-PLAYER, all from 1.
function follow(address) {
  const parts = /^#(\d+)((?:-\d+){0,2})$/.exec(address);
  if (!parts) return;
  const asked = parts[2].split('-').slice(1).map((number) => number - 1).filter((player) => player >= 0 && player < view.replay.players.length);
  view.step = parts[1] - 1;
  view.choose(asked.length ? asked : [0]);
}

view.onStep = ({step, shown}) => {
  for (const row of document.querySelectorAll('tr[aria-current]')) row.removeAttribute('aria-current');
  for (const player of shown) document.getElementById(`dig-${player + 1}-${step + 1}`)?.setAttribute('aria-current', 'true');
  const name = '#' + (step + 1) + (shown[0] > 0 || shown.length > 1 ? '-' + shown.map((player) => player + 1).join('-') : '');
  if (!home && location.hash !== name && location.protocol !== 'data:') history.replaceState(null, '', name);
};

const address = location.hash;
view.show(replay);
if (!home) {
  follow(address);
  window.addEventListener('hashchange', () => follow(location.hash));
}

document.addEventListener('click', (event) => {
  const row = event.target.closest('tr[id^=dig-]');
  if (!row) return;
  event.preventDefault();
  const [, player, dig] = row.id.split('-').map(Number);
  view.step = dig - 1;
  view.choose(view.shown.includes(player - 1) ? view.shown : [player - 1]);
  view.boards.scrollIntoView({block: 'nearest'});
});
