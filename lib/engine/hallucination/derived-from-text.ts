import { lazily } from './lazily'
import { datesIn } from './read-dates'
import { isAmong, type NumberMention } from './read-numbers'
import { convert, unitOf } from './units'

const timesMax = 12
const [dayMinutes, dayMs] = [1440, 86_400_000]
const clock = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/g
const multiple = /\b(?:(twice|doubl\w+)|(half|halv\w+)|(?:(?:a|one) )?(third|quarter|fifth|tenth)|(\d+|three|four|five|six|ten) times)\b/gi
const factors: Record<string, number> = { third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5, tenth: 1 / 10, three: 3, four: 4, five: 5, six: 6, ten: 10 }
const change = /^(?:\s[\w-]+){0,2}\s(?:more|less|fewer|extra|additional|higher|lower|longer|shorter|earlier|later)\b/
/** Characters between a number and the word that multiplies it. */
const nearMax = 120

/** Values that follow from what the sources say in words: the time between two times or dates, "twice as many", "2 h 5 min". */
export class StatedValues {
  readonly #text: string
  readonly #numbers: () => readonly NumberMention[]
  readonly #clocks = lazily(() => this.#between())
  readonly #days = lazily(() => this.#daysBetween())
  readonly #years = lazily(() => this.#yearsBetween())
  readonly #changed = lazily(() => this.#changes())
  readonly #multiples = lazily(() => this.#multiplied())

  constructor(text: string, numbers: () => readonly NumberMention[]) {
    this.#text = text
    this.#numbers = numbers
  }

  has(claim: NumberMention): boolean {
    const unit = unitOf(claim.unit)
    const minutes = unit === null ? null : convert(claim.value, unit, 'min')
    if (minutes !== null && unit !== null) {
      const step = convert(claim.step, unit, 'min') ?? 1
      if (this.#clocks().some((value) => Math.abs(value - minutes) <= step / 2)) return true
      if (this.#days().some((days) => days * dayMinutes === minutes)) return true
    }
    if (unit === 'year' && this.#years().includes(claim.value)) return true
    return [this.#multiples(), this.#changed()].some((values) => values.length > 0 && isAmong(claim, values))
  }

  /** Years between two years. */
  #yearsBetween(): number[] {
    const years = this.#numbers()
      .filter(({ value, step, unit }) => step === 1 && value >= 1000 && value <= 2200 && unitOf(unit) === null)
      .slice(0, timesMax)
    return years.flatMap((one, at) => years.slice(at + 1).map((other) => Math.abs(other.value - one.value)))
  }

  /** What a number was before, or will be, where the text says "12 less" or "30 more"; and amounts in cents. */
  #changes(): number[] {
    const numbers = this.#numbers()
    return numbers.flatMap((by) => {
      if (/^(?:cents?|pence)$/.test(by.unit)) return [by.value / 100]
      if (!change.test(this.#text.slice(by.end, by.end + 40))) return []
      const near = numbers.filter(({ start, end }) => start < by.end + nearMax && end > by.start - nearMax)
      return near.flatMap(({ value }) => [value + by.value, value - by.value])
    })
  }

  /** Minutes between two times of day, and durations of hours and minutes. */
  #between(): number[] {
    const times = [...this.#text.matchAll(clock)].slice(0, timesMax).map(([, hour, minute]) => Number(hour) * 60 + Number(minute))
    const spans = times.flatMap((one, at) => times.slice(at + 1).map((other) => (other - one + dayMinutes) % dayMinutes))
    const numbers = this.#numbers()
    for (const [at, hours] of numbers.entries()) {
      const minutes = numbers[at + 1]
      if (!minutes || unitOf(hours.unit) !== 'h' || unitOf(minutes.unit) !== 'min' || minutes.start - hours.end > 12) continue
      spans.push(hours.value * 60 + minutes.value)
    }
    return spans
  }

  #daysBetween(): number[] {
    const days = datesIn(this.#text)
      .slice(0, timesMax)
      .flatMap(({ readings: [first] }) => (first?.day ? [Date.UTC(first.year ?? 2001, first.month - 1, first.day) / dayMs] : []))
    return days.flatMap((one, at) => days.slice(at + 1).map((other) => Math.abs(other - one)))
  }

  #multiplied(): number[] {
    return [...this.#text.matchAll(multiple)].flatMap(({ 1: twice, 2: half, 3: part = '', 4: times = '', index }) => {
      const factor = twice ? 2 : half ? 0.5 : (factors[part.toLowerCase() || times.toLowerCase()] ?? Number(times))
      const near = this.#numbers().filter(({ start, end }) => start < index + nearMax && end > index - nearMax)
      return [factor, factor * 100, ...near.flatMap(({ value }) => [value * factor, value / factor])]
    })
  }
}

/** Whether a claim is the product of a number of the sources, of its unit, and a number of its own sentence: three nights at 126 euros. */
export function isProduct(claim: NumberMention, counts: readonly number[], sourceNumbers: readonly NumberMention[]): boolean {
  const unit = unitOf(claim.unit)
  if (counts.length === 0 || (claim.step === 1 && claim.value < 20)) return false
  return sourceNumbers.some(
    (one) => unitOf(one.unit) === unit && counts.some((count) => count > 1 && Math.abs(one.value * count - claim.value) < claim.step / 2),
  )
}
