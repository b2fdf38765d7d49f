import { convert, isPart, type Quantity } from './units'

/**
 * Whether a value is another in its own unit, or the sum, difference, product, quotient, share or change of two, as far as their units allow
 * it.
 */
export function isResultOf({ value, step, unit }: Quantity, operands: readonly Quantity[]): boolean {
  const isIt = (result: number) => result >= value - step / 2 - step * 1e-9 && result < value + step - step * 1e-9
  return operands.some((one, at) => {
    const converted =
      one.unit === unit || one.unit === null || unit === null ? null : convert(one.value, one.unit, unit)
    if (isIt(converted ?? Number.NaN) || (unit === '%' && one.unit === '%' && isIt(100 - one.value))) return true
    return operands.slice(at + 1).some((other) => resultsOf(one, other, unit).some(isIt))
  })
}

function resultsOf(one: Quantity, other: Quantity, unit: string | null): number[] {
  if (isPart(unit)) {
    const [low, high] = one.value < other.value ? [one.value, other.value] : [other.value, one.value]
    // "12 points, B 5": the second number has no word of its own.
    if (isPart(one.unit) !== isPart(other.unit))
      return unit === 'pp' && (one.unit === null || other.unit === null) ? [low + high, high - low] : []
    const shares = [low / high, (high - low) / low, (high - low) / high].map((share) => share * 100)
    return isPart(one.unit) ? [low + high, high - low, ...shares] : shares
  }
  if (unit === 'clock') {
    const [time, duration] = one.unit === unit ? [one, other] : [other, one]
    const minutes = time.unit === unit && duration.unit !== null ? convert(duration.value, duration.unit, 'min') : null
    return minutes === null ? [] : [time.value + minutes, time.value - minutes]
  }
  const [left, right] = [isPart(one.unit) ? null : valueIn(unit, one), isPart(other.unit) ? null : valueIn(unit, other)]
  if (left !== null && right !== null)
    return [left + right, Math.abs(left - right), left * right, left / right, right / left]
  const [own, factor] = left === null ? [right, one] : [left, other]
  if (own === null) return []
  if (isPart(factor.unit))
    return [factor.value, 100 - factor.value, 100 + factor.value].map((share) => (own * share) / 100)
  return [own * factor.value, own / factor.value]
}

/** The value of a quantity in a unit; as it is where one of the two has none; null where they measure different things. */
function valueIn(unit: string | null, { value, unit: own }: Quantity): number | null {
  return unit === null || own === null || unit === own ? value : convert(value, own, unit)
}

/** Numbers that one sentence may tell of one whole, and the most characters between two of them. */
const [neighboursMax, gapMax] = [6, 40]

/**
 * The sums of three or more numbers of one unit that stand close behind each other: "30 single rooms, 25 double rooms and 4 suites".
 * @param units the unit of each number
 */
export function sumsOfNeighbours(
  numbers: readonly { value: number; start: number; end: number }[],
  units: readonly (string | null)[],
): number[] {
  return numbers.flatMap(({ value, end }, from) => {
    const found: number[] = []
    let [sum, last] = [value, end]
    for (let at = from + 1; at < from + neighboursMax; at++) {
      const one = numbers[at]
      if (!one || units[at] !== units[from] || one.start < last || one.start - last > gapMax) break
      sum += one.value
      last = one.end
      if (at > from + 1) found.push(sum)
    }
    return found
  })
}
