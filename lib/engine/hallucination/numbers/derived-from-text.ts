import { lazily } from '../../lazily'
import { isDigitAt } from '../text/characters'
import { stemOf } from '../text/stems'
import { quantityOf } from './quantities'
import { type DateMention, dayNumber } from './read-dates'
import { countValue, type NumberMention } from './read-numbers'
import { isAmong } from './supported-values'
import type { Quantity } from './units'

/** Words for a part of a whole, with its divisor. */
const divisors: ReadonlyMap<string, number> = new Map([
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
])

const timesMax = 12
const dayMinutes = 1440
const clock = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/g
const multiple =
  /\b(?:(twice|doubl\w+)|(half|halv\w+)|(?:(?:a|one) )?(third|quarter|fifth|tenth)|(\d+|three|four|five|six|ten) times)\b/gi
const change =
  /\b(?:(?:more|less|fewer|extra|additional|higher|lower|longer|shorter|earlier|later)\b|(?:remaining|other|another|further|lose|lost|gain|gained|add|added|save|saved)\s)/gi
const changesMax = 50
const changeWords =
  'more less fewer extra additional higher lower longer shorter earlier later remaining other another further lose lost gain gained add added save saved cent pence'
    .split(' ')
    .map(stemOf)
const multipleWords = 'twice double doubled half halved third quarter fifth tenth times'.split(' ').map(stemOf)
/** Characters between a number and the word that multiplies it. */
const nearMax = 120

/** Values that follow from what the sources say in words: the time between two times or dates, "twice as many", "2 h 5 min". */
export class StatedValues {
  readonly #text: string
  readonly #numbers: () => readonly NumberMention[]
  readonly #spelled: () => readonly NumberMention[]
  readonly #dates: () => readonly DateMention[]
  readonly #hasWord: (key: string) => boolean
  readonly #clocks = lazily(() => this.#between())
  readonly #days = lazily(() => this.#daysBetween())
  readonly #changed = lazily(() => this.#changes())
  readonly #multiples = lazily(() => this.#multiplied())

  constructor(
    text: string,
    {
      numbers,
      spelled,
      dates,
      hasWord,
    }: {
      numbers: () => readonly NumberMention[]
      spelled: () => readonly NumberMention[]
      dates: () => readonly DateMention[]
      hasWord: (key: string) => boolean
    },
  ) {
    this.#text = text
    this.#numbers = numbers
    this.#spelled = spelled
    this.#dates = dates
    this.#hasWord = hasWord
  }

  has(claim: NumberMention): boolean {
    const { unit } = quantityOf(claim)
    if (unit === 'min' || unit === 'h') {
      const scale = unit === 'h' ? 60 : 1
      if (this.#clocks().some((value) => Math.abs(value - claim.value * scale) <= (claim.step * scale) / 2)) return true
    }
    if (unit === 'day' && this.#days().includes(claim.value)) return true
    return [this.#multiples(), this.#changed()].some((values) => values.length > 0 && isAmong(claim, values))
  }

  /** What a number was before, or will be, where the text says "12 less" or "30 more"; and amounts in cents. */
  #changes(): number[] {
    // Looking words up in the index is cheaper than searching the text.
    if (!changeWords.some(this.#hasWord)) return []
    const cents = [...this.#text.matchAll(/(\d+) (?:cents?|pence)\b/g)].map((match) => Number(match[1]) / 100)
    const changes = [...this.#text.matchAll(change)].slice(0, changesMax)
    if (changes.length === 0) return cents
    const numbers = [...this.#numbers(), ...this.#spelled()]
    const changed = changes.flatMap(({ 0: word, index }) => {
      const end = index + word.length
      const isBefore = /\s$/.test(word)
      const by = numbers.find((one) => (isBefore ? one.start === end : one.end < index && index - one.end < 20))
      const near = numbers.filter((one) => by && one.start < by.end + nearMax && one.end > by.start - nearMax)
      return near.flatMap(({ value }) => (by ? [value + by.value, value - by.value] : []))
    })
    return [...cents, ...changed]
  }

  /** Minutes between two times of day. */
  #between(): number[] {
    const times = (mayHaveClock(this.#text) ? [...this.#text.matchAll(clock)] : [])
      .slice(0, timesMax)
      .map(([, hour, minute]) => Number(hour) * 60 + Number(minute))
    const spans = times.flatMap((one, at) =>
      times.slice(at + 1).map((other) => (other - one + dayMinutes) % dayMinutes),
    )
    return spans
  }

  #daysBetween(): number[] {
    const days = this.#dates()
      .slice(0, timesMax)
      .flatMap(({ readings: [first] }) => (first && dayNumber(first)) ?? [])
    return days.flatMap((one, at) => days.slice(at + 1).map((other) => Math.abs(other - one)))
  }

  #multiplied(): number[] {
    if (!multipleWords.some(this.#hasWord)) return []
    return [...this.#text.matchAll(multiple)]
      .slice(0, changesMax)
      .flatMap(({ 1: twice, 2: half, 3: part = '', 4: times = '', index }) => {
        const divisor = half ? 2 : divisors.get(part.toLowerCase())
        const factor = twice ? 2 : divisor ? 1 / divisor : countValue(times)
        const near = this.#numbers().filter(({ start, end }) => start < index + nearMax && end > index - nearMax)
        return [factor, factor * 100, ...near.flatMap(({ value }) => [value * factor, value / factor])]
      })
  }
}

/** A quick check for {@link clock}: a colon is found faster than a pattern, and those of JSON have no digit before them. */
function mayHaveClock(text: string): boolean {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1))
    if (isDigitAt(text, at - 1) && isDigitAt(text, at + 1)) return true
  return false
}

/** Whether a claim is the product of a number of the sources, of its unit, and a number of its own sentence: three nights at 126 euros. */
export function isProduct(
  claim: NumberMention,
  unit: string | null,
  counts: () => readonly number[],
  amountsOf: (unit: string) => Float64Array,
): boolean {
  if (unit === null || (claim.step === 1 && claim.value < 20)) return false
  const factors: number[] = []
  const amounts = amountsOf(unit)
  for (let at = 0; at < amounts.length; at++) {
    const factor = claim.value / (amounts[at] as number)
    if (!(factor >= 2)) break
    const whole = Math.round(factor)
    if (Math.abs(factor - whole) < 1e-9) factors.push(whole)
  }
  return factors.length > 0 && counts().some((count) => factors.includes(count))
}

const hours = /(?<![\p{L}\d.,])(\d{1,3}|\p{L}{3,6})[ -]?(?:h|hrs?|hours?),? ?(?:and )?$/u
const hoursMax = 24

/** Whether minutes stand behind hours, "2 hours and 21 minutes", and both together follow from what is said. */
export function isRestOfHours(claim: NumberMention, { unit }: Quantity, prose: string, stated: StatedValues): boolean {
  if (unit !== 'min' || claim.value >= 60) return false
  const before = hours.exec(prose.slice(Math.max(0, claim.start - hoursMax), claim.start))?.[1] ?? ''
  const count = before === 'one' ? 1 : countValue(before)
  return count > 0 && stated.has({ ...claim, value: count * 60 + claim.value })
}
