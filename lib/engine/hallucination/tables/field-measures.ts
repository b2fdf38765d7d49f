import { alikeUnits, areComparable, isConversion, isRounding, type Quantity, unitOf } from '../numbers/units'
import { unitNamed } from './field-names'
import { measureOf } from './table-mentions'
import type { Table, TableRecord } from './tables'

/** A number in a field whose name tells its unit, `"duration_ms": 1204`. */
export interface FieldMeasure extends Quantity {
  unit: string
  record: TableRecord
  column: number
}

const measuresMax = 2000

/** Returns the numbers in fields whose names tell their units. */
export function fieldMeasures(tables: readonly Table[]): FieldMeasure[] {
  const measures: FieldMeasure[] = []
  for (const { columns, records } of tables) {
    const units = columns.flatMap(({ title }, column) => {
      const unit = unitNamed(title)
      return unit === null ? [] : [{ unit, column }]
    })
    for (const record of units.length > 0 ? records : [])
      for (const { unit, column } of units) {
        const number = measureOf(record.cells.get(column))?.number
        if (number?.unit === null && measures.length < measuresMax)
          measures.push({ value: number.value, step: number.step, unit, record, column })
      }
  }
  return measures
}

/** Whether a number is that of a field in the unit of its name, or in another: "1.2 seconds" for `duration_ms: 1204`. */
export function isOfField(claim: Quantity, measures: readonly FieldMeasure[]): boolean {
  const { unit } = claim
  return (
    unit !== null &&
    measures.some((one) =>
      alikeUnits(unit).includes(one.unit) ? isRounding(claim, one.value) : isConversion(claim, one),
    )
  )
}

/**
 * Returns a field of which a sentence tells, with the number in another unit of one kind, "a duration of 1204 seconds"; null if a field has it in
 * its own unit, or is the same converted.
 * @param told the stems of the sentence
 */
export function ofOtherUnitThanField(
  claim: Quantity,
  measures: readonly FieldMeasure[],
  told: () => ReadonlySet<string>,
): FieldMeasure | null {
  const alike = measures.filter(({ value, unit }) => value === claim.value && areComparable(claim.unit, unit))
  if (alike.length === 0 || isOfField(claim, measures)) return null
  const words = told()
  // A number may recur by chance: the sentence has a word of the field besides the unit.
  const isTold = ({ record, column, unit }: FieldMeasure) =>
    [...(record.table.columns[column]?.words ?? [])].some((word) => words.has(word) && unitOf(word) !== unit)
  return alike.find(isTold) ?? null
}
