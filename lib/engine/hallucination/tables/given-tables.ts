import { lazily } from '../../lazily'
import type { ReadSentence } from '../sources/read-prose'
import type { Vocabulary } from '../words/vocabulary'
import { TableValues } from './derived-from-tables'
import { Entries } from './entries'
import { type FieldMeasure, fieldMeasures } from './field-measures'
import { CellIndex } from './table-mentions'
import { type Table, tablesIn } from './tables'

/** The tables, lists and forms of the sources and tool results. */
export interface GivenTables {
  all: readonly Table[]
  cells: CellIndex
  /** What follows from their values. */
  values: TableValues
  /** The numbers in fields whose names tell their units: `duration_ms`. */
  measures: () => readonly FieldMeasure[]
  entries: () => Entries
  /** The sentences outside of them, in lower case. */
  prose: () => readonly string[]
}

/** An output with the tables that its sentences are compared with. */
export interface TableMaterial {
  output: string
  isEnglish: boolean
  readings: () => readonly ReadSentence[]
  tables: () => GivenTables
}

/** Reads the tables, lists and forms of the texts. */
export function readTables(texts: readonly string[], vocabulary: Vocabulary): GivenTables {
  const { tables, prose } = tablesIn(texts, vocabulary)
  return {
    all: tables,
    cells: new CellIndex(tables, vocabulary),
    values: new TableValues(() => tables),
    measures: lazily(() => fieldMeasures(tables)),
    entries: lazily(() => new Entries(tables)),
    prose: lazily(() => prose.toLowerCase().split(/(?<=[.!?])\s|\n/)),
  }
}
