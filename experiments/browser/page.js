// The page: loads the engine, and shows one tab at a time.
import {AnalyseTab, positionOf} from './analyse.js';
import {make, nameCellsByLetters, neighbors} from './board.js';
import {Engine} from './client.js';
import {GamesTab, replayText} from './games.js';
import {isGraphText} from './graphs.js';
import {HeapsTab} from './heaps.js';
import {unpackedModule, unpackedScript} from './packed.js';
import {PlayTab, gameOf, linkOf} from './play.js';
import {ReviewTab} from './review.js';
import {inLanguage, kLanguages, keepLanguage, language, t, useLanguage} from './texts.js';

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

async function loadEngine() {
  const module = await WebAssembly.compile(unpackedModule('module'));
  const script = URL.createObjectURL(new Blob([await unpackedScript('worker')], {type: 'text/javascript'}));
  const engine = new Engine(module, ({onMessage, onError}) => {
    const worker = new Worker(script);
    worker.onmessage = ({data}) => onMessage(data);
    worker.onerror = (event) => onError(t('workerFailed', {error: event.message}));
    return worker;
  });
  await engine.loaded;
  return engine;
}

const tabs = ['analyse', 'play', 'review', 'games', 'heaps'];
/** @param {string} name */
function openTab(name) {
  for (const tab of tabs) {
    byId(tab).hidden = tab !== name;
    byId('tab-' + tab).setAttribute('aria-selected', String(tab === name));
    byId('tab-' + tab).setAttribute('tabindex', tab === name ? '0' : '-1');
  }
}

class Page {
  /** @param {Engine} engine @param {boolean} [hasTabs] */
  constructor(engine, hasTabs = true) {
    this.engine = engine;
    this.hasTabs = hasTabs;
    /** Opens a game that was played here in the tab for reviews. @type {((replay: any) => void)} */
    this.reviewReplay = () => {};
    /** Opens a graph in the tab for playing. @type {((text: string, name: string) => Promise<void>)} */
    this.openGraph = async () => {};
  }
  /** @param {string} text @param {boolean} [isWrong] */
  tell(text, isWrong = false) {
    byId('status').textContent = text;
    byId('status').classList.toggle('wrong', isWrong);
  }
  /** Long work is told, and can be stopped. @template T @param {Promise<T>} promise @returns {Promise<T>} */
  async work(promise) {
    /** @type {any[] | undefined} what is told meanwhile hidden */
    let before;
    const timer = setTimeout(() => {
      const status = byId('status');
      if (!status.textContent.startsWith(t('computing'))) before = [status.textContent, status.classList.contains('wrong')];
      const stop = document.createElement('button');
      stop.textContent = t('stopButton');
      stop.onclick = () => this.engine.stop(t('stopped'));
      this.tell(t('computing'));
      byId('status').append(stop);
    }, 400);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      if (before && byId('status').textContent.startsWith(t('computing'))) this.tell(before[0], before[1]);
    }
  }
  /** @param {number[]} cell @param {any} board */
  neighbors(cell, board) {
    return neighbors(cell, board.cells.length, board.cells[0].length, board.topology);
  }
  /** @param {string} address */
  setAddress(address) {
    this.address = address;
    if (!byId('analyse').hidden) history.replaceState(null, '', address);
  }
  async copyAddress() {
    if (this.address === '#') return this.tell(t('tooLargeForAddress'), true);
    await this.copyLink(this.address ?? '#');
  }
  /** @param {string} address */
  async copyLink(address) {
    const link = location.href.replace(/#.*/, '') + address;
    try {
      await navigator.clipboard.writeText(link);
      this.tell(t('linkCopied'));
    } catch {
      this.tell(link);
    }
  }
}

/** The texts that page.html leaves to the table. */
function writeTexts() {
  document.documentElement.lang = kLanguages[language].tag;
  document.title = t('title');
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = t(/** @type {any} */ (node).dataset.text);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', t(/** @type {any} */ (node).dataset.label));
  byId('language').replaceChildren(...Object.entries(kLanguages).map(([key, {name, tag}]) => make('option', {value: key, lang: tag, selected: key === language}, name)));
  byId('status').textContent = t('loading');
}

async function start() {
  writeTexts();
  const engine = await loadEngine(), page = new Page(engine), lists = await engine.call('list');
  const analyse = new AnalyseTab(byId('analyse'), engine, lists, page);
  const play = new PlayTab(byId('play'), engine, lists, page);
  const review = new ReviewTab(byId('review'), engine, lists, page);
  const games = new GamesTab(byId('games'), engine, lists, page);
  const heaps = new HeapsTab(byId('heaps'), engine, page);
  const open = (/** @type {string} */ name) => {
    openTab(name);
    history.replaceState(null, '', name === 'analyse' ? page.address ?? '#' : '#' + name);
    if (name === 'play' && !play.state) play.start();
    if (name === 'heaps') heaps.begin();
  };
  tabs.forEach((name, i) => {
    byId('tab-' + name).onclick = () => open(name);
    byId('tab-' + name).onkeydown = (/** @type {any} */ event) => {
      const by = {ArrowRight: 1, ArrowLeft: -1}[/** @type {string} */ (event.key)];
      if (!by) return;
      const next = tabs[(i + by + tabs.length) % tabs.length];
      open(next);
      byId('tab-' + next).focus();
    };
  });
  const follow = () => {
    const position = positionOf(location.hash), game = gameOf(location.hash);
    page.tell('');
    if (position) {
      openTab('analyse');
      analyse.show(position);
    } else if (game) {
      openTab('play');
      play.open(game);
    } else if (location.hash.startsWith('#g=')) {
      open('play');
      page.tell(t('noGameInAddress'), true);
    } else if (location.hash.startsWith('#p=')) {
      openTab('analyse');
      analyse.show(analyse.position, t('noPositionInAddress'), true);
    } else {
      open(tabs.find((name) => '#' + name === location.hash) ?? 'analyse');
    }
  };
  if (!location.hash.startsWith('#p=')) analyse.show(analyse.position);
  follow();
  addEventListener('hashchange', follow);
  page.reviewReplay = (/** @type {any} */ replay) => {
    open('review');
    review.read([new File([replayText(replay)], 'game.json')]);
  };
  page.openGraph = async (/** @type {string} */ text, /** @type {string} */ name) => {
    openTab('play');
    history.replaceState(null, '', '#play');
    await play.openGraph(text, name);
  };
  // Another language: the page is read again, with the game that is played, unless it is on a graph of a file.
  byId('language').onchange = () => {
    keepLanguage(byId('language').value);
    if (!byId('play').hidden && play.config && !play.graph) history.replaceState(null, '', linkOf(play.config, play.digs.map(({cell}) => cell)));
    location.reload();
  };
  const naming = byId('naming'), size = byId('size');
  naming.onchange = () => {
    nameCellsByLetters(naming.value === 'letters');
    analyse.redraw();
    play.redraw();
    for (const {view} of [review, games]) if (view.replay) view.draw();
  };
  size.onchange = () => document.documentElement.style.setProperty('--cell', size.value);
  // A text that is pasted anywhere but into a field is a position.
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim() || (event.target instanceof Element && event.target.closest('input, textarea, select'))) return;
    event.preventDefault();
    if (isGraphText(text)) return page.openGraph(text, 'graph.json');
    open('analyse');
    analyse.read(text);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])], [file] = files;
    if (!file) return;
    const text = await file.text();
    if (/\.(avf|evfs?|rmv|mvf)$/i.test(file.name) || text.includes('"sapper-replay/1"')) {
      open('review');
      review.read(files);
    } else if (!byId('games').hidden || /"(config|boards|results)"\s*:/.test(text.slice(0, 100_000))) {
      open('games');
      games.read(text);
    } else if (isGraphText(text)) {
      page.openGraph(text, file.name);
    } else {
      open('analyse');
      analyse.readFile(file);
    }
  });
}

// On a page of `sapper report`, whose configs the element `configs` holds: any game of them, by case and number. The engine
// is loaded when its place comes into view, or when the address asks for a game: `#game=2:2`, `#game=2:2:min_risk`.
const kGame = '#game=';
/** @param {HTMLElement} element @param {any[]} configs */
async function startGames(element, configs) {
  const engine = await loadEngine(), page = new Page(engine, false), games = new GamesTab(element, engine, await engine.call('list'), page);
  page.tell('');
  try {
    await games.open(configs);
  } catch (/** @type {any} */ error) {
    return page.tell(t('noGamesHere', {error: inLanguage(error.message)}), true);
  }
  const follow = () => {
    if (!location.hash.startsWith(kGame)) return;
    element.scrollIntoView();
    const asked = /^(\d+):(\d+)(?::(.+))?$/.exec(decoded(location.hash.slice(kGame.length)));
    if (!asked) return page.tell(t('noGameNamed'), true);
    const [, number, game, label] = asked;
    games.number.value = game;
    choose(games.cases, number);
    choose(games.strategy, label);
    games.play(Number(number), Number(game), label);
  };
  addEventListener('hashchange', follow);
  follow();
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Leaves the select as it is if it lacks the value. @param {HTMLSelectElement} select @param {string | undefined} value */
function choose(select, value) {
  if (value !== undefined && [...select.options].some((option) => option.value === value)) select.value = value;
}

/** @param {any} error */
function tellFailure(error) {
  byId('status').textContent = t('notLoaded', {error: error.message});
  byId('status').classList.add('wrong');
}

if (byId('configs')) {
  useLanguage('en');  // that of the report around it
  const element = byId('played'), load = () => startGames(element, JSON.parse(byId('configs').textContent)).catch(tellFailure);
  element.append(make('p', {id: 'status', role: 'status'}, t('loading')));
  let isLoaded = false;
  const loadIf = (/** @type {boolean} */ isWanted) => {
    if (!isWanted || isLoaded) return;
    isLoaded = true;
    load();
  };
  const follow = () => loadIf(location.hash.startsWith(kGame));
  addEventListener('hashchange', follow);
  follow();
  new IntersectionObserver((entries) => loadIf(entries.some(({isIntersecting}) => isIntersecting)), {rootMargin: '400px'}).observe(element);
} else {
  start().catch(tellFailure);
}
