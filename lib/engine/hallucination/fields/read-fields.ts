import { fieldWords } from '../tables/field-names'

/** A text, number or boolean of a JSON output. */
export interface Field {
  /** JSON path, "$.lines[0].total". */
  path: string
  /** The stems of the words of its key; of an item of a list, of the list's. */
  label: ReadonlySet<string>
  value: string | number | boolean
  /** Half-open range of the value in the output, without quotes. */
  start: number
  end: number
  /** The fields of the same object, itself included. */
  siblings: Field[]
  /** The objects of the list that its object is in, itself included; empty if it is in none. */
  records: readonly Field[][]
}

const fieldsMax = 500
const token = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g
const fence = /```(?:json)?[ \t]*\n(?=[[{])/
/** Characters of a key that are read. */
const keyMax = 100

interface Level {
  isList: boolean
  path: string
  /** The key that is read, or the place in the list. */
  at: string | number
  /** Whether an object's key comes next. */
  isKeyNext: boolean
  label: ReadonlySet<string>
  fields: Field[]
  records: Field[][]
  /** The records of the list that an object is in. */
  among: readonly Field[][]
}

/** Returns the fields of a text that is a JSON object or array as `JSON.stringify` writes it; at most 500. */
export function fieldsOfJson(text: string): Field[] {
  return fieldsOf(text, 0)
}

/** Returns the fields of an output that is JSON, or has it in a fence; at most 500. Empty for any other text. */
export function readFields(output: string): Field[] {
  const opening = output.includes('```') ? fence.exec(output) : null
  const from = opening ? opening.index + opening[0].length : 0
  const end = opening ? output.indexOf('\n```', from) : output.length
  const text = output.slice(from, end < 0 ? output.length : end)
  return /^\s*[[{]/.test(text) && isJson(text) ? fieldsOf(text, from) : []
}

function isJson(text: string): boolean {
  try {
    return text !== '' && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function fieldsOf(text: string, offset: number): Field[] {
  const found: Field[] = []
  const levels: Level[] = []
  for (const { 0: written, index } of text.matchAll(token)) {
    if (found.length >= fieldsMax) break
    const level = levels.at(-1)
    if (written === '{' || written === '[') levels.push(opened(written === '[', level))
    else if (written === '}' || written === ']') levels.pop()
    else if (written === ',' && level) {
      if (level.isList) level.at = Number(level.at) + 1
      else level.isKeyNext = true
    } else if (level?.isKeyNext && written.startsWith('"')) {
      level.at = textOf(written)
      level.isKeyNext = false
    } else if (level && written !== ':' && written !== 'null') {
      const quotes = written.startsWith('"') ? 1 : 0
      const field: Field = {
        path: pathOf(level),
        label: level.isList ? level.label : wordsOf(level),
        value: quotes === 1 ? textOf(written) : (JSON.parse(written) as Field['value']),
        start: offset + index + quotes,
        end: offset + index + written.length - quotes,
        siblings: level.fields,
        records: level.among,
      }
      level.fields.push(field)
      found.push(field)
    }
  }
  return found
}

/** The text of a string of JSON. */
const textOf = (written: string): string => (written.includes('\\') ? JSON.parse(written) : written.slice(1, -1))
const wordsOf = ({ at }: Level) => fieldWords(String(at).slice(0, keyMax))
const pathOf = ({ isList, path, at }: Level) => (isList ? `${path}[${at}]` : `${path}.${at}`)

function opened(isList: boolean, outer: Level | undefined): Level {
  const fields: Field[] = []
  if (outer?.isList) outer.records.push(fields)
  return {
    isList,
    path: outer ? pathOf(outer) : '$',
    at: isList ? 0 : '',
    isKeyNext: !isList,
    label: outer ? (outer.isList ? outer.label : wordsOf(outer)) : new Set(),
    fields,
    records: [],
    among: outer?.isList ? outer.records : [],
  }
}

/** Returns the path of the object or list that a path lies in; '' for none. */
export function objectOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
}

/** Returns the key of a field, and of what contains it, by its path; '' for none. */
export function keysOfPath(path: string): [key: string, container: string] {
  const [key = '', container = ''] = path
    .replace(/\[\d+\]/g, '')
    .split('.')
    .slice(1)
    .reverse()
  return [key, container]
}
