import { expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { AppError } from './errors'
import { toAppError } from './to-app-error'

const unreachable = Object.assign(new Error("Can't reach database server"), {
  code: 'P1001',
  meta: {
    driverAdapterError: Object.assign(new Error('DatabaseNotReachable'), { cause: { kind: 'DatabaseNotReachable' } }),
  },
})

const ofRawSql = (error: Error) =>
  Object.assign(new Error('Raw query failed'), { code: 'P2010', meta: { driverAdapterError: error } })
const saysKind = (kind: string, more = {}) => Object.assign(new Error(kind), { cause: { kind, ...more } })

it.each([
  ['an unreachable database', unreachable],
  ['an unreachable database in raw SQL', ofRawSql(saysKind('DatabaseNotReachable'))],
  ['a connection that breaks in raw SQL', ofRawSql(saysKind('ConnectionClosed'))],
  ['a full disk', ofRawSql(saysKind('postgres', { originalCode: '53100' }))],
  ['a server out of memory', Object.assign(new Error('out of memory'), { code: '53200' })],
  ['a disk failure', Object.assign(new Error('could not read block'), { code: '58030' })],
  ['a connection lost by the protocol', Object.assign(new Error('connection failure'), { code: '08006' })],
  ['a connection that breaks', new Error('Connection terminated unexpectedly')],
  ['a connection that was broken before', new Error('Client has encountered a connection error and is not queryable')],
  ['a connection closed by the server', Object.assign(new Error('ConnectionClosed'), { name: 'DriverAdapterError' })],
  ['a query that is not answered', new Error('Query read timeout')],
  ['an exhausted connection pool', new Error('timeout exceeded when trying to connect')],
  ['a statement timeout', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a lock timeout', Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })],
  [
    'a shard that was moved to another node during the query',
    Object.assign(new Error('Raw query failed. Message: `could not find valid entry for shard 103651`'), {
      code: 'P2010',
      meta: { driverAdapterError: saysKind('postgres', { originalCode: 'XX000' }) },
    }),
  ],
  ...[
    'failure on connection marked as essential: 127.0.0.1:9712',
    'terminating connection due to unexpected postmaster exit',
  ].map((words): [string, Error] => [
    'a cluster node that goes away during the query',
    Object.assign(new Error(`Raw query failed. Message: \`${words}\``), {
      code: 'P2010',
      meta: { driverAdapterError: saysKind('postgres', { originalCode: 'XX000' }) },
    }),
  ]),
  ['a standby', Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })],
  ['a server that is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
])('reports %s as unavailable with a retry delay', (_, error) => {
  expect(toAppError(error)).toMatchObject({ code: 'unavailable', status: 503, retryAfterS: 2 })
})

it.each([
  ['57014', 'the database took too long; try again shortly'],
  ['55P03', 'what this needs is locked by other work of the database; try again shortly'],
  ['25006', 'the database takes no changes; try again shortly'],
  ['08006', 'the database does not answer; try again shortly'],
])('says what happened: %s', (code, message) => {
  expect(toAppError(Object.assign(new Error('canceling statement'), { code })).message).toBe(message)
})

it('reports an error in our own SQL, or inside the server, as internal', () => {
  const broken = ofRawSql(saysKind('postgres', { originalCode: 'XX000' }))
  expect(toAppError(broken)).toMatchObject({ code: 'internal', status: 500 })
  const wrong = ofRawSql(saysKind('ColumnNotFound', { originalCode: '42703' }))
  expect(toAppError(wrong)).toMatchObject({ code: 'internal', status: 500 })
})

it('hides the message of an unexpected error', () => {
  expect(toAppError(new Error('password of the vault'))).toMatchObject({ code: 'internal', issues: [] })
  expect(toAppError(new Error('password of the vault')).message).not.toContain('vault')
})

it('reports input that the engine cannot score as invalid, with every issue', () => {
  const issues = [{ path: 'weights', message: 'must not all be zero' }]
  expect(toAppError(new EngineInputError(issues))).toMatchObject({ code: 'invalid_input', status: 400, issues })
})

it('keeps an error that another copy of the module made, as of another bundle of the server', async () => {
  const other: typeof import('./errors') = await import(new URL('./errors.ts?copy', import.meta.url).href)
  expect(other.AppError).not.toBe(AppError)
  const limited = new other.AppError('rate_limited', 'later', [], 5)
  expect(toAppError(limited)).toBe(limited)
})
