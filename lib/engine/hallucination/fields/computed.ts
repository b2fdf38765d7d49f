import type { Field } from './read-fields'

const [yearly, summed] = [/^(?:annual|year)/, /^(?:total|sum|net|gross|balanc|remain|differenc|subtotal|due|du$)/]
/** Of more numbers, two may have any number as their product. */
const OPERANDS_MAX = 6

/** Returns the sums of each number field of the records: of all, of what is below zero, and of what is above. */
export function totalsOf(fields: readonly Field[]): number[] {
  const columns = Map.groupBy(
    fields.filter(({ records, value }) => records.length > 0 && typeof value === 'number'),
    ({ path }) => path.replace(/\d+/g, ''),
  )
  return [...columns.values()].flatMap((column) => {
    const values = column.map(({ value }) => Number(value))
    return [values, values.filter((one) => one < 0), values.filter((one) => one > 0)].map((some) =>
      some.reduce((sum, one) => sum + one, 0),
    )
  })
}

/** Whether a number follows from others of the output: one of the totals of the records, or the result of two numbers of its own record. */
export function isComputed({ value, records, siblings, label }: Field, totals: readonly number[]): boolean {
  if (typeof value !== 'number') return false
  const isIt = (result: number) =>
    Math.abs(Math.abs(result) - Math.abs(value)) < Math.max(0.005, Math.abs(value) * 1e-6)
  const has = (words: RegExp) => [...label].some((word) => words.test(word))
  const own = siblings.flatMap((one) => (typeof one.value === 'number' && one.value !== value ? [one.value] : []))
  if (has(yearly) && own.some((one) => isIt(one * 12))) return true
  const isPair = (one: number, other: number) =>
    isIt(one * other) || (has(summed) && (isIt(one + other) || isIt(one - other)))
  if (own.length <= OPERANDS_MAX && own.some((one, at) => own.slice(at + 1).some((other) => isPair(one, other))))
    return true
  return records.length === 0 && totals.some(isIt)
}
