type MarkedPart = { text: string; isMarked: boolean /** Where it begins. */; at: number }

/** Characters shown before the first match. */
const BEFORE = 14

/** Cuts an excerpt so that the first match is near its beginning. */
export function startNearWord(excerpt: string, wanted: string): string {
  const first = markWords(excerpt, wanted).find(({ isMarked }) => isMarked)
  if (!first || first.at <= BEFORE) return excerpt
  const start = excerpt.indexOf(' ', first.at - BEFORE)
  return `…${excerpt.slice(start >= 0 && start < first.at ? start + 1 : first.at)}`
}

/** Splits text into parts, marking those that start a word with a searched term; excluded terms are not marked. */
export function markWords(text: string, wanted: string): MarkedPart[] {
  const words = wanted
    .replaceAll(/-(?:"[^"]*"?|\S+)/g, (term, at) => (at === 0 || wanted[at - 1] === ' ' ? ' ' : term))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  if (words.length === 0) return [{ text, isMarked: false, at: 0 }]
  const found = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join('|')})`, 'giu')
  const parts: MarkedPart[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(found)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false, at: end })
    parts.push({ text: word, isMarked: true, at: index })
    end = index + word.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false, at: end })
  return parts
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Lists of at least this many items can be searched. */
export const SEARCHABLE_FROM = 9

/** Whether all typed words are in the text, in any order, case and accent. */
export const hasWords = (text: string, typed: string): boolean => rankWords(text, typed) > 0

/** Rates a text by the typed words in it, in any order, case and accent: 1 if each begins a word, half for each within one, 0 if one is missing. */
export function rankWords(text: string, typed: string): number {
  const known = withoutAccents(text)
  const words = known.split(/[^\p{L}\p{N}]+/u)
  const rankOf = (word: string) => {
    if (!known.includes(word)) return 0
    return words.some((one) => one.startsWith(word)) ? 1 : 0.5
  }
  return withoutAccents(typed)
    .split(/\s+/)
    .reduce((rank, word) => rank * rankOf(word), 1)
}
