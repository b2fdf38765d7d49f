/** A name and its only number: "Greens 31", "Ivo Renn (Labour) 38.7 %", "test_auth.py 38 passed". */
const item =
  /(?<![\p{L}\d'’-])(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]+){0,3})(?: \([^()\n]{1,30}\))?[ :–-]{1,3}([$€£]?\d[\d,.]*\d|[$€£]?\d)(?: ?(%|\p{L}+))?(?=[,;.)\n]|\s+and\s|$)/gu
const between = /^(?:[,;.)\s]|and\b|\d{1,2}\.\s){1,6}$/
const lead = /([^.!?\n]*):\s*(?:\d{1,2}[.)]\s)?$/
/** Items of a list; fewer are enough if they have a unit. */
const [itemsMin, pairMin] = [3, 2]
const quick = /\d[ \p{L}%]{0,16}[,;] (?:and )?(?:\d{1,2}\. )?\p{Lu}/u

/** A list of names with a number each, and the words that introduce it. */
export interface ProseList {
  title: string
  rows: readonly (readonly [name: string, value: string])[]
}

/** Finds lists of names with a number each within sentences, and returns the text without them. */
export function listsIn(text: string): { lists: ProseList[]; rest: string } {
  // A search for a plain string is cheaper than for a pattern.
  if (!(text.includes(', ') || text.includes('; ')) || !quick.test(text)) return { lists: [], rest: text }
  const lists: ProseList[] = []
  let rows: [string, string][] = []
  let unit = ''
  let title = ''
  let [start, end, cut] = [0, 0, 0]
  let rest = ''
  const close = () => {
    const isList = rows.length >= (unit ? pairMin : itemsMin)
    if (isList && new Set(rows.map(([name]) => name)).size === rows.length) {
      lists.push({ title, rows })
      rest += text.slice(cut, start)
      cut = end
    }
    rows = []
  }
  for (const match of text.matchAll(item)) {
    const [whole, name = '', value = '', counted = ''] = match
    if (rows.length > 0 && (!between.test(text.slice(end, match.index)) || counted !== unit)) close()
    if (rows.length === 0) {
      start = match.index
      unit = counted
      title = `${lead.exec(text.slice(Math.max(0, match.index - 120), match.index))?.[1] ?? ''} ${unit}`
    }
    rows.push([name, `${value} ${unit}`.trim()])
    end = match.index + whole.length
  }
  close()
  return { lists, rest: rest + text.slice(cut) }
}
