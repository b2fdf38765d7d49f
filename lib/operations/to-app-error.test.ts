import { expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { toAppError } from './to-app-error'

const unreachable = Object.assign(new Error("Can't reach database server"), {
  code: 'P1001',
  meta: {
    driverAdapterError: Object.assign(new Error('DatabaseNotReachable'), { cause: { kind: 'DatabaseNotReachable' } }),
  },
})

const ofRawSql = (told: Error) =>
  Object.assign(new Error('Raw query failed'), { code: 'P2010', meta: { driverAdapterError: told } })
const saysKind = (kind: string, more = {}) => Object.assign(new Error(kind), { cause: { kind, ...more } })

it.each([
  ['a database that is not there', unreachable],
  ['one that is not there for SQL of our own', ofRawSql(saysKind('DatabaseNotReachable'))],
  ['a connection that breaks under SQL of our own', ofRawSql(saysKind('ConnectionClosed'))],
  ['a full disk', ofRawSql(saysKind('postgres', { originalCode: '53100' }))],
  ['a server out of memory', Object.assign(new Error('out of memory'), { code: '53200' })],
  ['a disk that fails', Object.assign(new Error('could not read block'), { code: '58030' })],
  ['a connection that the protocol lost', Object.assign(new Error('connection failure'), { code: '08006' })],
  ['a connection that breaks', new Error('Connection terminated unexpectedly')],
  ['a connection that broke before', new Error('Client has encountered a connection error and is not queryable')],
  [
    'a connection that the server has closed',
    Object.assign(new Error('ConnectionClosed'), { name: 'DriverAdapterError' }),
  ],
  ['a pool that has no connection left', new Error('timeout exceeded when trying to connect')],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a lock that another holds', Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })],
  [
    'a project that was moved to another machine meanwhile',
    Object.assign(new Error('Raw query failed. Message: `could not find valid entry for shard 103651`'), {
      code: 'P2010',
      meta: { driverAdapterError: saysKind('postgres', { originalCode: 'XX000' }) },
    }),
  ],
  ...[
    'failure on connection marked as essential: 127.0.0.1:9712',
    'terminating connection due to unexpected postmaster exit',
  ].map((words): [string, Error] => [
    'a machine of a cluster that goes away meanwhile',
    Object.assign(new Error(`Raw query failed. Message: \`${words}\``), {
      code: 'P2010',
      meta: { driverAdapterError: saysKind('postgres', { originalCode: 'XX000' }) },
    }),
  ]),
  ['a server that stops', Object.assign(new Error('terminating connection'), { code: '57P01' })],
])('%s is said to be unavailable, to be tried again', (_, error) => {
  expect(toAppError(error)).toMatchObject({ code: 'unavailable', status: 503, retryAfterS: 2 })
})

it('a fault in SQL of our own, or in the server itself, is none of these', () => {
  const broken = ofRawSql(saysKind('postgres', { originalCode: 'XX000' }))
  expect(toAppError(broken)).toMatchObject({ code: 'internal', status: 500 })
  const wrong = ofRawSql(saysKind('ColumnNotFound', { originalCode: '42703' }))
  expect(toAppError(wrong)).toMatchObject({ code: 'internal', status: 500 })
})

it('what nobody expected tells nothing of itself', () => {
  expect(toAppError(new Error('password of the vault'))).toMatchObject({ code: 'internal', issues: [] })
  expect(toAppError(new Error('password of the vault')).message).not.toContain('vault')
})

it('what the engine cannot score honestly is invalid input, with every fault', () => {
  const issues = [{ path: 'weights', message: 'must not all be zero' }]
  expect(toAppError(new EngineInputError(issues))).toMatchObject({ code: 'invalid_input', status: 400, issues })
})
