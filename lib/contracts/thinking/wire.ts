import { z } from 'zod'
import { isRecord } from '../is-record'

const WHOLE = /^\s*[+-]?\d+(?:\.\d+)?\s*$/
const FLAG = /^\s*(true|false)\s*$/i

/** A number that may come as text: "3". Any other text is left as it is, for the schema to refuse. */
export function wireNumber<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value: z.input<T> | string) => (typeof value === 'string' && WHOLE.test(value) ? Number(value) : value),
    schema,
  )
}

/** A boolean that may come as text: "false". */
export const wireFlag = z.preprocess((value: boolean | string) => {
  const word = typeof value === 'string' ? FLAG.exec(value)?.[1] : undefined
  return word === undefined ? value : word.toLowerCase() === 'true'
}, z.boolean())

/**
 * `schema` behind its other names: camelCase of its own fields, and `aliases` (other name to field). A field that is there
 * under its own name is left alone, so that its double is refused as unknown.
 */
export function withAliases<T extends z.ZodObject>(
  schema: T,
  aliases: Readonly<Record<string, keyof T['shape']>> = {},
) {
  const known = new Map<string, string>(Object.entries(aliases).map(([alias, field]) => [alias, String(field)]))
  for (const field of Object.keys(schema.shape)) known.set(field, field)
  const fieldOf = (name: string) => known.get(name) ?? known.get(snakeCase(name)) ?? name
  return z.preprocess((value: z.input<T>) => {
    if (!isRecord(value)) return value
    const named: [string, unknown][] = Object.entries(value)
    return Object.fromEntries(
      named.map(([name, content]) => {
        const field = fieldOf(name)
        return [field in value ? name : field, content]
      }),
    )
  }, schema)
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** T, where what may be undefined may also be left out. */
export type Leavable<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K]
}
