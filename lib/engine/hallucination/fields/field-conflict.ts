import type { HallucinationType } from '../finding'
import type { SourceReading } from '../sources/source-reading'
import { type FieldSource, PREFIX } from './field-source'
import type { Field } from './read-fields'
import type { RecordIndex } from './record-index'
import type { FieldSupport } from './support'

/** What the sources have instead of the value of a field. */
export interface FieldConflict {
  type: HallucinationType
  says: string
  /** What they say. */
  quoted: string
  /** Whether the value is another record's, which no change in the course of a run makes this one's. */
  isOfAnother?: boolean
  /** Whether it may be the same in other words: reported as a doubt. */
  isWeak?: boolean
}

/** A field, with what it is checked against. */
export interface FieldCheck {
  field: Field
  support: FieldSupport
  source: FieldSource
  reading: SourceReading
  /** The records of the sources. */
  records: () => RecordIndex
  /** The fields of each object of the output, by its path. */
  objects: ReadonlyMap<string, readonly Field[]>
}

/** Where a clause ends within a sentence. */
export const clauseEnd = /[,;]\s|\bbut\b/

export const negation = /^(?:no|not|never|without|none|nobody|neither|cannot|non)$|n['’]t$/

/** Whether a word of the sources is one of a label, or begins like it. */
export const isOfLabel = (key: string, one: string) =>
  key === one || (one.length >= PREFIX && key.startsWith(one.slice(0, PREFIX)))
