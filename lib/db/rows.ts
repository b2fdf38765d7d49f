import { Prisma } from './generated/client'
import { type Column, type Rows, tables } from './generated/columns'

/** A table, by the name of its model: `run`, `nodeRun`. */
export type Table = keyof Rows
/** A row of a table as it is inserted, by the fields of its model. JSON fields take any JSON value. */
export type Row<T extends Table> = Rows[T]
export type Field<T extends Table> = keyof Rows[T] & string

// JSON.stringify writes a lone surrogate or NUL as an escape, which jsonb rejects, and json whenever it is read in SQL.
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON text that the database accepts: NUL and lone surrogates become U+FFFD, nothing else changes. */
export function toStorableJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\u0000') || text.includes('\\ud') ? text.replace(UNSTORABLE, '$1\\ufffd') : text
}

/**
 * Returns an INSERT of all rows in one statement; `suffix` is an ON CONFLICT or RETURNING clause. A field that no row sets keeps the
 * default of its column; a field that only some rows set is NULL in the others. Returns {@link Prisma.empty} for no rows.
 */
export function insertRows<T extends Table>(table: T, rows: readonly Row<T>[], suffix = ''): Prisma.Sql {
  const fields = fieldsOf(table).filter((field) => rows.some((row) => row[field] !== undefined))
  if (fields.length === 0) return Prisma.empty
  const names = columnList(table, fields)
  const set = arraySet(columnsOf(table, fields), rows)
  return Prisma.sql`INSERT INTO ${tableOf(table)} (${names}) SELECT ${names} FROM ${set} ${Prisma.raw(suffix)}`
}

/** Returns a FROM item named `x` with these fields of `rows` as columns of the table. */
export function jsonRecordset<T extends Table, F extends Field<T>>(
  table: T,
  fields: readonly F[],
  rows: readonly NoInfer<{ [K in F]-?: Row<T>[K] }>[],
): Prisma.Sql {
  return recordset(columnsOf(table, fields), rows)
}

/** Like {@link jsonRecordset}, for columns that are not in a table: names mapped to PostgreSQL types. */
export function typedRecordset(types: Readonly<Record<string, string>>, rows: readonly object[]): Prisma.Sql {
  return recordset(
    Object.entries(types).map(([name, type]) => [name, { name, type }]),
    rows,
  )
}

/** Returns the quoted name of a table. */
export function tableOf(table: Table): Prisma.Sql {
  return Prisma.raw(`"${tables[table].name}"`)
}

/** Returns the columns of these fields, in order, as a list for INSERT or SELECT. */
export function columnList<T extends Table>(table: T, fields: readonly Field<T>[]): Prisma.Sql {
  return Prisma.raw(fields.map((field) => `"${columnOf(table, field)}"`).join(', '))
}

/** Returns the columns of a table aliased as `alias` for a SELECT, each named as its field. */
export function selectList<T extends Table>(alias: string, table: T, fields: readonly Field<T>[]): Prisma.Sql {
  return Prisma.raw(fields.map((field) => `${alias}."${columnOf(table, field)}" AS "${field}"`).join(', '))
}

/** Returns the assignments of an UPDATE that sets these fields from a {@link jsonRecordset}. */
export function setFrom<T extends Table>(table: T, fields: readonly Field<T>[]): Prisma.Sql {
  const columns = fields.map((field) => columnOf(table, field))
  return Prisma.raw(columns.map((column) => `"${column}" = x."${column}"`).join(', '))
}

/** Combines data-modifying statements into one, for one round trip; empty ones are left out. They must not touch each other's tables. */
export function batchStatements(statements: readonly Prisma.Sql[]): Prisma.Sql {
  const parts = statements
    .filter((statement) => statement !== Prisma.empty)
    .map((statement, index) => Prisma.sql`${Prisma.raw(`s${index}`)} AS (${statement})`)
  return parts.length === 0 ? Prisma.empty : Prisma.sql`WITH ${Prisma.join(parts)} SELECT 1`
}

/**
 * Returns a SELECT as one value, the list of its rows as JSON, so that one statement, and thus one round trip, answers with rows of several
 * tables. Its times are text, see {@link toRows}.
 */
export function listOf(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(json_agg(x), '[]') FROM (${select}) x)`
}

/** A row in a {@link listOf}. */
export type Listed<R> = { [F in keyof R]: Date extends R[F] ? Exclude<R[F], Date> | string : R[F] }

/** Converts listed rows with fields of a table to what Prisma returns. */
export function toRows<R extends object>(table: Table, listed: readonly Listed<R>[]): R[] {
  const columns: Readonly<Record<string, Column>> = tables[table].columns
  const times = Object.keys(columns).filter((field) => columns[field]?.type.startsWith('timestamptz'))
  return listed.map((row) => {
    const read: Record<string, unknown> = { ...row }
    for (const field of times) if (typeof read[field] === 'string') read[field] = new Date(read[field])
    return read as R
  })
}

/** Returns the fields of a table in the order of its columns. */
export function fieldsOf<T extends Table>(table: T): Field<T>[] {
  return Object.keys(tables[table].columns) as Field<T>[]
}

/** Returns the column of a field. */
export function columnOf<T extends Table>(table: T, field: Field<T>): string {
  return tables[table].columns[field].name
}

/** Returns the column of a field whose name was stored. @throws Error if the table has no such field */
export function columnNamed(table: Table, field: string): string {
  const columns: Readonly<Record<string, Column>> = tables[table].columns
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!column) throw new Error(`${table} has no field ${field}`)
  return column.name
}

type TypedField = readonly [field: string, column: Column]

function columnsOf<T extends Table>(table: T, fields: readonly Field<T>[]): TypedField[] {
  return fields.map((field) => [field, tables[table].columns[field]])
}

/**
 * Like {@link recordset}, with each row as an array: without the names of the fields in every row, PostgreSQL reads it faster. Its casts are
 * not immutable, so on Citus it can be inserted but not used to update.
 */
function arraySet(columns: readonly TypedField[], rows: readonly object[]): Prisma.Sql {
  const read = columns.map(([, { name, type }], place) => `${readItem(place, type)} AS "${name}"`)
  const json = toStorableJson(
    rows.map((row) => columns.map(([field, column]) => toItem((row as Record<string, unknown>)[field], column))),
  )
  return Prisma.sql`(SELECT ${Prisma.raw(read.join(', '))} FROM jsonb_array_elements(${json}::jsonb) AS r(item)) AS x`
}

function readItem(place: number, type: string): string {
  if (type === 'jsonb') return `r.item -> ${place} -> 0`
  return type === 'text' ? `r.item ->> ${place}` : `(r.item ->> ${place})::${type}`
}

/**
 * A jsonb value is wrapped in a list, which is empty for NULL. A json value is its text, since the list of all rows loses the order of keys.
 * A list becomes an array literal.
 */
function toItem(value: unknown, { type, keepsNull }: Column): unknown {
  const isNull = value === undefined || (value === null && !keepsNull)
  if (type === 'jsonb') return isNull ? [] : [value]
  if (type === 'json') return isNull ? null : toStorableJson(value)
  return Array.isArray(value) ? `{${value.map(quoteItem).join(',')}}` : value
}

const quoteItem = (item: unknown) =>
  typeof item === 'string' ? `"${item.replaceAll(/["\\]/g, '\\$&')}"` : String(item)

function recordset(columns: readonly TypedField[], rows: readonly object[]): Prisma.Sql {
  const keeping = columns.filter(([, { keepsNull }]) => keepsNull).map(([field]) => field)
  const typed = columns.map(([field, { type }]) => `"${field}" ${type}`).join(', ')
  const read = columns.map(([field, { name, keepsNull }]) => `r."${field}"${keepsNull ? ' -> 0' : ''} AS "${name}"`)
  const json = toStorableJson(keeping.length === 0 ? rows : rows.map((row) => wrap(row, keeping)))
  return Prisma.sql`(SELECT ${Prisma.raw(read.join(', '))} FROM json_to_recordset(${json}::json) AS ${Prisma.raw(`r(${typed})`)}) AS x`
}

// json_to_recordset reads a JSON null as SQL NULL; wrapped in an array it stays a JSON null.
function wrap(row: object, fields: readonly string[]): object {
  const wrapped: Record<string, unknown> = { ...row }
  for (const field of fields) if (wrapped[field] !== undefined) wrapped[field] = [wrapped[field]]
  return wrapped
}
