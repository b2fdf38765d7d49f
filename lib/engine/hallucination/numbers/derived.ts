import { sumsOfNeighbours } from './possible-results'
import { quantityOf } from './quantities'
import type { NumberMention } from './read-numbers'
import { isAmong } from './supported-values'
import { isPart } from './units'

const operandsMax = 30
/** Words that announce a sum. */
export const sums =
  /\b(?:total(?:s|ling|led)?|together|combined|altogether|sum(?:s|med)?|in all|overall|across all|c(?:om(?:es?|ing)|ame) to|amount(?:s|ed|ing)? to|both|plus|add(?:s|ed)? up)\b/i
/** Words that announce a difference. */
export const differences =
  /\d (?:\w+ )?(?:more|less|fewer|ahead|behind|clear)\b|\d points before\b|\b(?:differ(?:s|ed|ence)?|deficit|surplus|(?:more|less|fewer|better|worse|earlier|later) than|(?:higher|lower|larger|smaller|longer|shorter|older|younger|faster|slower|cheaper)|gap|margin|leaves|leaving|left|remain(?:s|ed|ing)?|saved|increase[sd]?|decrease[sd]?|rose|fell|grew|dropp?(?:ed)?|gain(?:s|ed)?|lost|by)\b|\bfrom \d{4} (?:to|until)\b/i
const shares =
  /(?:\bshare|\bproportion|\bfraction|\bratio|(?:%|\bper ?cent)\s+of|\bof (?:all|both|the)\b.{1,80}(?:%|\bper ?cent))/i
/** Tells for most sentences that they have none of these, faster. */
const shareWord = /share|proportion|fraction|ratio|cent/i
const changes =
  /\b(?:(?:more|less|fewer|higher|lower|larger|smaller|faster|slower) than|increase[sd]?|decrease[sd]?|rise|rose|fell|grew|growth|growing|drop(?:s|ped)?|decline[sd]?|reduc\w+|up by|down by|chang\w+)\b/i
const multiples = /\b(?:times|twice|product|multiplied|each|per)\b/i

/**
 * Whether a claim is the result of two numbers of the sources (or of all of one unit, for a sum), and its sentence says so: "total",
 * "difference", "share", "per cent of", "more than". Only numbers of the same unit are combined.
 */
export function isDerived(claim: NumberMention, sentence: string, sourceNumbers: readonly NumberMention[]): boolean {
  const isShare = claim.unit === '%'
  const wants = {
    // "42% of the 190 visits" tells of their total.
    sum: !isShare && (sums.test(sentence) || tellsOfShare(sentence)),
    difference: !isShare && differences.test(sentence),
    share: isShare && tellsOfShare(sentence),
    change: isShare && changes.test(sentence),
    multiple: !isShare && multiples.test(sentence),
  }
  if (!Object.values(wants).includes(true)) return false
  const operands = sourceNumbers.length <= operandsMax ? sourceNumbers : nearest(sourceNumbers, sentence)
  const units = operands.map((one) => quantityOf(one).unit)
  const claimed = quantityOf(claim).unit
  // Points are the difference of two percentages.
  const own = claimed === 'pp' ? '%' : claimed
  const named = own === null ? operands.map((one) => isNamed(one, sentence)) : []
  const values: number[] = []
  for (const [index, left] of operands.entries())
    for (let next = index + 1; next < operands.length; next++) {
      const right = operands[next] as NumberMention
      if (wants.multiple) values.push(left.value * right.value)
      // The same unit, unless both are known and differ.
      const isOneUnit =
        units[index] === units[next] ||
        (own === null ? isOnePlain(units[index], units[next]) : isOpen(units[index], own) && isOpen(units[next], own))
      if (!isOneUnit) continue
      // "244 euros, 55 more" names the unit with the other number.
      const isOwn =
        units[index] === own ||
        units[next] === own ||
        (own === null && !isPart(units[index]) && (named[index] === true || named[next] === true)) ||
        (own === 'year' && isYear(left) && isYear(right))
      const [low, high] = left.value < right.value ? [left.value, right.value] : [right.value, left.value]
      if (wants.sum && isOwn) values.push(low + high)
      if (wants.difference && isOwn) values.push(high - low)
      if (!(low > 0)) continue
      if (wants.share) values.push(low / high)
      // A part of the whole of two, which the sentence tells too.
      if (wants.share && isNamed({ value: low + high }, sentence)) values.push(low / (low + high), high / (low + high))
      if (wants.change) values.push((high - low) / low, (high - low) / high)
      if (wants.multiple) values.push(high / low)
    }
  if (wants.sum)
    for (const group of groupsByUnit(operands))
      if (group.length > 2) values.push(group.reduce((sum, { value }) => sum + value, 0))
  if (wants.sum) values.push(...sumsOfNeighbours(operands, units))
  return isAmong(claim, values)
}

const isYear = ({ value }: NumberMention) => Number.isInteger(value) && value >= 1500 && value <= 2100

function tellsOfShare(sentence: string): boolean {
  return (sentence.includes('%') || shareWord.test(sentence)) && shares.test(sentence)
}

function isNamed({ value }: { value: number }, sentence: string): boolean {
  return value >= 10 && (sentence.includes(String(value)) || sentence.includes(grouped(value)))
}

const grouped = (value: number) => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Whether one of two numbers has no unit, and the other is no share. */
function isOnePlain(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one === null && !isPart(other)) || (other === null && !isPart(one))
}

/** Whether a number without a unit may be of the unit that another number states. */
function isOpen(unit: string | null | undefined, own: string): boolean {
  return unit === own || (unit === null && own !== '%')
}

const summandsMax = 12

/** The numbers of an output that the sources support, as they are read. */
export class SupportedNumbers {
  readonly #added: NumberMention[] = []
  /** The values of each unit in order, and how many numbers they are of: most outputs ask for none of them. */
  readonly #byUnit = new Map<string, { distinct: Set<number>; inOrder: number[] }>()
  #grouped = 0

  add(number: NumberMention): void {
    this.#added.push(number)
  }

  has({ value, unit }: NumberMention): boolean {
    return this.#valuesOf(unit)?.distinct.has(value) ?? false
  }

  /** Whether the sentence calls a claim a total, and it is the sum of two to twelve of the numbers just before it, all of its unit. */
  isTotal(claim: NumberMention, sentence: string): boolean {
    if (!sums.test(sentence)) return false
    let total = 0
    const latest = this.#valuesOf(claim.unit)?.inOrder.slice(-summandsMax) ?? []
    return latest.reverse().some((value, at) => {
      total += value
      return at > 0 && Math.abs(total - claim.value) <= claim.step / 2
    })
  }

  #valuesOf(wanted: string) {
    for (; this.#grouped < this.#added.length; this.#grouped++) {
      const { value, unit } = this.#added[this.#grouped] as NumberMention
      const known = this.#byUnit.get(unit)
      known?.distinct.add(value)
      known?.inOrder.push(value)
      if (!known) this.#byUnit.set(unit, { distinct: new Set([value]), inOrder: [value] })
    }
    return this.#byUnit.get(wanted)
  }
}

function groupsByUnit(sourceNumbers: readonly NumberMention[]): NumberMention[][] {
  const groups = new Map<string, NumberMention[]>()
  for (const mention of sourceNumbers) {
    const group = groups.get(mention.unit)
    if (group) group.push(mention)
    else groups.set(mention.unit, [mention])
  }
  return [...groups.values()]
}

/** If there are many numbers, only the first whose unit the sentence mentions are used. */
function nearest(sourceNumbers: readonly NumberMention[], sentence: string): readonly NumberMention[] {
  const words = sentence.toLowerCase()
  const named = new Set(unitsOf(sourceNumbers).filter((unit) => unit.length > 2 && words.includes(unit)))
  const found: NumberMention[] = []
  if (named.size === 0) return found
  for (const number of sourceNumbers) {
    if (found.length === operandsMax) break
    if (named.has(number.unit)) found.push(number)
  }
  return found
}

/** The distinct units of the numbers of sources, which many sentences ask for. */
const unitsOfNumbers = new WeakMap<readonly NumberMention[], readonly string[]>()

function unitsOf(numbers: readonly NumberMention[]): readonly string[] {
  let known = unitsOfNumbers.get(numbers)
  if (!known) {
    known = [...new Set(numbers.map(({ unit }) => unit))]
    unitsOfNumbers.set(numbers, known)
  }
  return known
}
