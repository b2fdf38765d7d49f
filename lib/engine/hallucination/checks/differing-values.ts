import type { CheckResult, HallucinationFinding } from '../finding'
import type { Material } from '../material'
import { months } from '../numbers/read-dates'
import { convert, unitOf } from '../numbers/units'
import { normalise } from '../text/plain-text'
import type { Sentence } from '../text/sentences'
import { STATING } from '../words/traits'
import { bare, contradiction, isCounted, isPronoun, spanOfSentence } from './contradictions'

/** Characters of the longest sentence that is compared, and words besides its values. */
const [charactersMax, wordsMin] = [240, 4]
const month = `(?:${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`
/** Sentences with a number that are compared: more are those of a log or list. */
const numberedMax = 60
/** Letters in which two such sentences begin or end alike. */
const alikeMin = 8
/** A date, or a number with its currency and the word after it. */
const value = new RegExp(
  `\\b${month}\\b\\.?(?: \\d{1,2}(?:st|nd|rd|th)?\\b)?(?:,? \\d{4}\\b)?|\\b\\d{1,2}(?:st|nd|rd|th)? ${month}\\b(?:,? \\d{4}\\b)?|[$€£¥]?\\d(?:[\\d.,]*\\d)?(?: ?%|[ -][a-zµ]+\\b)?`,
  'g',
)
const clock = /\d:\d\d/
/** What tells how something is, or what happens to it once. What happens again and again has another value each time. Each is a word of the trait {@link STATING}. */
const lasting =
  / (?:is|are|was|were|has|had|costs?|weighs|measures|holds|contains|opened|opens|closes|ends|begins|began|died|lasts|takes|charges|pays|runs|rises|climbs|ran|lies|dates|spans|covers|amounts|came to|comes to|stood|stands|works|gives|yields|delivers|employs|produces|sells|consists|belongs|born|founded|built|published|released|established|located) /
/** An event that may happen again, one of several, or another case. */
const another =
  /\b(?:another|again|then|next|later|also|now|today|currently|still|previously|earlier|first|second|third|last|other|one|some|each|every|if|when|while|would|could|may|might|about|step|option|example|case)\b/

/**
 * Finds two sentences of one output that are the same but for one value: "Corran opened on 8 June 2021 … Corran opened on 9 May 2020". Items of
 * lists, sentences without a subject of their own, and forms that recur with a third value are not compared.
 */
export function findDifferingValues({ output, prose, isEnglish, mayHave, sentences }: Material): CheckResult {
  if (!isEnglish || !mayHave(STATING) || !/\d/.test(prose)) return { findings: [], verified: 0 }
  const byForm = new Map<string, { sentence: Sentence; values: readonly string[] }[]>()
  for (const sentence of startingAlike(sentences())) {
    const stated = statementIn(sentence)
    if (!stated) continue
    const known = byForm.get(stated.form)
    if (known) known.push({ sentence, values: stated.values })
    else byForm.set(stated.form, [{ sentence, values: stated.values }])
  }
  const findings = [...byForm.values()].flatMap(([first, second, more]): HallucinationFinding[] => {
    if (!first || !second || more) return []
    const differing = first.values.filter((one, at) => !areEqual(one, second.values[at] ?? ''))
    const isOfOneUnit = differing.every((one) => unitIn(one) === unitIn(second.values[first.values.indexOf(one)] ?? ''))
    if (
      differing.length !== 1 ||
      // The numbers of such sentences are compared elsewhere, their units are not.
      (isOfOneUnit && isCounted(first.sentence)) ||
      /\n\s*(?:[-*•#]|\d+[.)])\s/.test(prose.slice(first.sentence.start, second.sentence.start))
    )
      return []
    return [contradiction(spanOfSentence(second.sentence, output), spanOfSentence(first.sentence, output), 0.75)]
  })
  return { findings, verified: 0 }
}

/** The sentences with a number of which another has the first or last letters and as many words: few texts have any. */
function startingAlike(sentences: readonly Sentence[]): Sentence[] {
  const first = new Map<number, Sentence>()
  const alike = new Set<Sentence>()
  let numbered = 0
  for (const one of sentences) {
    const { text } = one
    if (text.length > charactersMax || text.length < alikeMin || !/\d/.test(text)) continue
    if (++numbered > numberedMax) break
    const words = spacesIn(text)
    for (const key of [hashOf(text, 0, 2 * words), hashOf(text, text.length - alikeMin, 2 * words + 1)]) {
      const known = first.get(key)
      if (known) alike.add(known).add(one)
      else first.set(key, one)
    }
  }
  return alike.size > 0 ? sentences.filter((one) => alike.has(one)) : []
}

/** An integer for some letters, which takes less time than a string: those that coincide by chance are compared in vain. */
function hashOf(text: string, from: number, seed: number): number {
  let hash = seed
  for (let at = from; at < from + alikeMin; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

function spacesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

/** Share by which a length in miles and one in kilometres may differ, as both are rounded. */
const roundedBy = 0.05

/** Whether two values are written alike, or are the same amount in two units. */
function areEqual(one: string, other: string): boolean {
  if (one === other) return true
  const [own, theirs] = [one, other].map((written) => {
    const [, digits = '', name = ''] = /^(\d+(?:\.\d+)?) ([a-zµ]+)$/.exec(written) ?? []
    return { value: Number(digits), unit: unitOf(name) }
  }) as [{ value: number; unit: string | null }, { value: number; unit: string | null }]
  if (!own.unit || !theirs.unit || own.unit === theirs.unit) return false
  const converted = convert(theirs.value, theirs.unit, own.unit)
  return converted !== null && Math.abs(converted - own.value) <= roundedBy * own.value
}

/** What a value has besides its digits. */
const unitIn = (written: string) => written.replace(/\d(?:[\d.,]*\d)?/g, '').trim()

/** The words of a plain statement with a sign for each value, and the values; null where it may be told of several things or times. */
function statementIn(sentence: Sentence): { form: string; values: readonly string[] } | null {
  const { text } = sentence
  if (!lasting.test(text) || another.test(text) || clock.test(text) || text.includes(':')) return null
  if (!/^["“]?\p{Lu}/u.test(text) || !/[.!]["”)]?$/.test(text)) return null
  const values: string[] = []
  const form = bare(text).replace(value, (whole) => {
    const [, amount = whole, unit] = /^(.*\d)[ -]?([a-zµ]+)$/.exec(whole) ?? []
    const isUnit = unit === undefined || unitOf(unit) !== null
    values.push(inOneOrder(isUnit ? whole : amount))
    return isUnit ? '#' : `# ${unit}`
  })
  const words = form.split(' ').filter((word) => word !== '#')
  if (values.length === 0 || words.length < wordsMin) return null
  return isPronoun(words[0] ?? '') ? null : { form, values }
}

/** A value as it is written, a date whatever the order and length of its parts: "June 8, 2021", "8 Jun 2021". */
function inOneOrder(written: string): string {
  return normalise(written)
    .replace(/,(?=\d{3}\b)/g, '')
    .split(/[\s,]+/)
    .map((part) =>
      /^[a-z]{3,}/.test(part) && unitOf(part) === null
        ? part.slice(0, 3)
        : part.replace(/(?<=^\d+)(?:st|nd|rd|th)$/, ''),
    )
    .sort()
    .join(' ')
}
