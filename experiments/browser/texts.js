// The languages of the page: that of the browser, or the one that was chosen here before. Texts are by keys (texts_en.js).
import {t, useTexts} from './board.js';
import {texts as english} from './texts_en.js';
import {ofEngine as chineseOfEngine, texts as chinese} from './texts_zh.js';
export {t};

/** @type {Record<string, {name: string, tag: string, texts: Record<string, string>, ofEngine: (sentence: string) => string}>} */
export const kLanguages = {
  en: {name: 'English', tag: 'en', texts: english, ofEngine: (sentence) => sentence},
  zh: {name: '简体中文', tag: 'zh-Hans', texts: chinese, ofEngine: chineseOfEngine},
};

const kKept = 'sapper-language';

/** The tag of the language: one that was chosen, else the first that the browser asks for. @returns {string} */
function preferred() {
  let kept = null;
  try {
    kept = localStorage.getItem(kKept);
  } catch {
    // Pages from the disk may be refused a storage.
  }
  const wanted = [kept, ...(globalThis.navigator?.languages ?? [])].map((tag) => tag?.split('-')[0].toLowerCase() ?? '');
  return wanted.find((tag) => kLanguages[tag]) ?? 'en';
}

export let language = 'en';

/** Texts are in this language from now on. @param {string} [tag] */
export function useLanguage(tag = preferred()) {
  language = tag;
  useTexts(kLanguages[tag].texts, kLanguages[tag].ofEngine);
}
useLanguage(typeof document === 'undefined' ? 'en' : undefined);

/** Chooses a language for this and later visits. @param {string} tag */
export function keepLanguage(tag) {
  try {
    localStorage.setItem(kKept, tag);
  } catch {
    // It is forgotten with the page.
  }
}

/** A whole number. @param {number} value */
export const numberText = (value) => value.toLocaleString('en');

/**
 * The name of a row of one of the engine's lists; English ones are as the engine has them.
 * @param {string} kind level, topology, rule, reveal or motion @param {string} name
 */
export const nameText = (kind, name) => kLanguages[language].texts[`${kind}_${name}`] ?? name;

/** A sentence of the engine. @param {string} sentence */
export const inLanguage = (sentence) => kLanguages[language].ofEngine(sentence);
