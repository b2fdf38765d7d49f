import { AsyncLocalStorage } from 'node:async_hooks'
import { trace } from '@opentelemetry/api'
import type { PrismaPg } from '@prisma/adapter-pg'
import { type ArgType, ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { processWide } from '@/lib/process-wide'
import { databaseCode } from './database-code'
import { Prisma, type PrismaClient } from './generated/client'
import { type DriverTransaction, onConnect, onTransaction } from './on-connect'

type RawClient = Pick<PrismaClient, '$executeRaw' | '$queryRaw'>
/** The driver's side of a transaction. `isOver` from the moment its end is sent: the connection then belongs to someone else. */
type Begun = { transaction?: DriverTransaction; isOver: boolean }

const begun = processWide('veritasBegun', () => new AsyncLocalStorage<Begun>())

/** SQLSTATE of a statement sent after one that failed. */
const ABORTED = '25P02'
const ENDS = /^(?:commit|rollback)$/i

/** Makes the transactions of a client known to {@link withRawStatements}. */
export function noteTransactions(factory: PrismaPg): PrismaPg {
  return onConnect(factory, (adapter) =>
    onTransaction(adapter, (transaction) => {
      const own = begun.getStore()
      if (own && !own.transaction) note(own, transaction)
    }),
  )
}

function note(own: Begun, transaction: DriverTransaction): void {
  let cause: unknown
  const withCause =
    <R>(send: (query: SqlQuery) => Promise<R>) =>
    (query: SqlQuery): Promise<R> => {
      if (ENDS.test(query.sql)) own.isOver = true
      return send(query).catch((error: unknown) => {
        cause ??= error
        throw databaseCode(error) === ABORTED ? cause : error
      })
    }
  transaction.queryRaw = withCause(transaction.queryRaw.bind(transaction))
  transaction.executeRaw = withCause(transaction.executeRaw.bind(transaction))
  own.transaction = transaction
}

/**
 * Runs `begin` with a function that gives a transaction whose raw statements go straight to the driver. Prisma serializes and parses each
 * parameter of a raw statement twice, which costs more than sending it: 8 ms for the rows of 50 runs. They are sent in the order in which
 * they are called, each without waiting for the ones before it; once one fails, all after it fail with the same error.
 */
export function withRawStatements<T>(begin: (direct: <C extends RawClient>(tx: C) => C) => Promise<T>): Promise<T> {
  const own: Begun = { isOver: false }
  return begun.run(own, () => begin((tx) => toDirect(tx, own)))
}

function toDirect<C extends RawClient>(tx: C, own: Begun): C {
  const { transaction } = own
  if (!transaction) return tx
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(ask: () => Promise<R>): Promise<R> => {
    const turn = last.then(ask)
    last = turn.catch(() => undefined)
    return turn
  }
  const send = <R>(run: (query: SqlQuery) => Promise<R>, through: (sql: Prisma.Sql) => Promise<R>) => {
    return async (first: TemplateStringsArray | Prisma.Sql, ...rest: unknown[]): Promise<R> => {
      const sql = 'raw' in first ? Prisma.sql(first, ...rest) : first
      // Only Prisma makes spans of queries.
      if (trace.getActiveSpan()?.isRecording()) return inTurn(() => through(sql))
      if (own.isOver) throw new Error('the transaction has ended')
      return run(toQuery(sql)).catch(rethrow)
    }
  }
  const raw = {
    $executeRaw: send(
      (query) => transaction.executeRaw(query),
      (sql) => tx.$executeRaw(sql),
    ),
    $queryRaw: send(
      async (query) => toObjects(await transaction.queryRaw(query)),
      (sql) => tx.$queryRaw<object[]>(sql),
    ),
  }
  return new Proxy(tx, {
    get: (target, name) => (name === '$executeRaw' || name === '$queryRaw' ? raw[name] : Reflect.get(target, name)),
  })
}

function toQuery({ text, values }: Prisma.Sql): SqlQuery {
  return { sql: text, args: values.map(toArgument), argTypes: values.map(typeOf) }
}

/** Converts a value as Prisma would: what JSON has no number for is null, an object is JSON. */
function toArgument(value: unknown): unknown {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return null
  if (typeof value === 'bigint' || Prisma.Decimal.isDecimal(value)) return value.toString()
  if (Array.isArray(value)) return value.map(toArgument)
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value)
  return isObject ? JSON.stringify(value) : value
}

const typeOf = (value: unknown): ArgType => ({ scalarType: 'unknown', arity: Array.isArray(value) ? 'list' : 'scalar' })

const toDate = (value: unknown) => new Date(String(value))
const eachOf = (read: (value: unknown) => unknown) => (values: unknown) =>
  (values as unknown[]).map((value) => (value === null ? null : read(value)))
const toBigInt = (value: unknown) => BigInt(String(value))
const toDecimal = (value: unknown) => new Prisma.Decimal(String(value))
const fromJson = (value: unknown) => JSON.parse(String(value))

/** What Prisma makes of the driver's values; the others stay as they are. */
const READ: Partial<Record<number, (value: unknown) => unknown>> = {
  [ColumnTypeEnum.Int64]: toBigInt,
  [ColumnTypeEnum.Int64Array]: eachOf(toBigInt),
  [ColumnTypeEnum.Numeric]: toDecimal,
  [ColumnTypeEnum.NumericArray]: eachOf(toDecimal),
  [ColumnTypeEnum.Date]: toDate,
  [ColumnTypeEnum.DateArray]: eachOf(toDate),
  [ColumnTypeEnum.DateTime]: toDate,
  [ColumnTypeEnum.DateTimeArray]: eachOf(toDate),
  [ColumnTypeEnum.Json]: fromJson,
  [ColumnTypeEnum.JsonArray]: eachOf(fromJson),
  [ColumnTypeEnum.Bytes]: (value) => new Uint8Array(value as Buffer),
}

function toObjects({ columnNames, columnTypes, rows }: SqlResultSet): object[] {
  const readers = columnTypes.map((type) => READ[type])
  return rows.map((row) => {
    const object: Record<string, unknown> = {}
    for (const [at, name] of columnNames.entries()) {
      const value = row[at]
      const read = readers[at]
      object[name] = read && value !== null ? read(value) : value
    }
    return object
  })
}

/** The driver keeps the database's message in the cause only. */
function rethrow(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  const message =
    typeof cause === 'object' && cause !== null && 'originalMessage' in cause ? cause.originalMessage : null
  throw typeof message === 'string' ? new Error(message, { cause: error }) : error
}
