// A Prisma generator, started by `prisma generate`: writes what lib/db/rows needs to know of every model. It receives a request as a
// line of JSON on stdin, and answers with one on stderr.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { DMMF } from '@prisma/client/runtime/client'

type Request = {
  id: number
  method: string
  params: { generator: { output: { value: string } }; dmmf: { datamodel: { models: DMMF.Model[] } } }
}

/** For each scalar type of the schema: its PostgreSQL type, and the TypeScript type of its values in a row. */
const SCALARS: Record<string, { column: string; value: string }> = {
  String: { column: 'text', value: 'string' },
  Boolean: { column: 'bool', value: 'boolean' },
  Int: { column: 'int4', value: 'number' },
  BigInt: { column: 'int8', value: 'number' },
  Float: { column: 'float8', value: 'number' },
  DateTime: { column: 'timestamp(3)', value: 'Date | string' },
  Json: { column: 'jsonb', value: 'unknown' },
}

/** Defaults that Prisma's client generates, without a default in the database. */
const MADE_BY_CLIENT = ['uuid', 'cuid', 'nanoid', 'ulid']

const HEAD = `// Written by scripts/provision/generate-columns.ts from prisma/schema.prisma.

/** \`keepsNull\`: the column distinguishes a JSON null from NULL. */
export type Column = { readonly name: string; readonly type: string; readonly keepsNull?: true }
`

function toFile(models: readonly DMMF.Model[]): string {
  const tables = models.map(({ name, dbName, fields, documentation }) => ({
    key: name.charAt(0).toLowerCase() + name.slice(1),
    name: dbName ?? name,
    mark: documentation?.includes('@everywhere') ? ', isEverywhere: true' : '',
    fields: fields.filter(({ kind }) => kind !== 'object'),
  }))
  const rows = tables.map(({ key, fields }) => `  ${key}: {\n${fields.map(toRowField).join('')}  }\n`)
  const columns = tables.map(
    ({ key, name, mark, fields }) =>
      `  ${key}: { name: '${name}'${mark}, columns: {\n${fields.map(toColumn).join('')}  } },\n`,
  )
  return `${HEAD}
/** The rows of every table as they are inserted; optional fields are nullable or have a default in the database. */
export type Rows = {\n${rows.join('')}}

/** \`isEverywhere\`: a reference table, stored on every machine of a distributed database. */
export const tables: {
  readonly [T in keyof Rows]: {
    readonly name: string
    readonly isEverywhere?: true
    readonly columns: { readonly [F in keyof Rows[T]]-?: Column }
  }
} = {\n${columns.join('')}}
`
}

function toRowField({ name, type, isList, isRequired, default: standard }: DMMF.Field): string {
  const isMadeByClient = typeof standard === 'object' && 'name' in standard && MADE_BY_CLIENT.includes(standard.name)
  const hasDefault = standard !== undefined && !isMadeByClient
  const value = isList ? `readonly (${scalarOf(type).value})[]` : scalarOf(type).value
  return `    ${name}${isRequired && !hasDefault ? '' : '?'}: ${value}${isRequired ? '' : ' | null'}\n`
}

function toColumn({ name, dbName, type, nativeType, isList, documentation }: DMMF.Field): string {
  const [native, sizes] = nativeType ?? []
  const plain = native
    ? `${native.toLowerCase()}${sizes?.length ? `(${sizes.join(', ')})` : ''}`
    : scalarOf(type).column
  const keepsNull = documentation?.includes('@keepsNull') ? ', keepsNull: true' : ''
  return `    ${name}: { name: '${dbName ?? name}', type: '${plain}${isList ? '[]' : ''}'${keepsNull} },\n`
}

function scalarOf(type: string) {
  const scalar = SCALARS[type]
  if (!scalar) throw new Error(`generate-columns.ts does not know how ${type} is stored.`)
  return scalar
}

function answer({ method, params }: Request) {
  if (method === 'getManifest') return { manifest: { prettyName: 'columns', defaultOutput: 'columns.ts' } }
  writeFileSync(params.generator.output.value, toFile(params.dmmf.datamodel.models))
  return null
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line)
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) })}\n`)
}
